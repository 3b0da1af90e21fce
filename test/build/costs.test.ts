import { expect, test } from 'vitest'
import { estimate, HarnessDocument } from '../../src/agent-harness/index.ts'
import { tokenCounter } from '../../src/agent-harness/tokens.ts'
import { costsOf } from '../../src/build/costs.ts'
import { compile } from '../../src/compiler/index.ts'
import { treeFiles } from '../support/fixture.ts'
import { project } from '../support/project.ts'

test.each(['tree', 'flat'] as const)('as %s, what clients really get is counted', async (form) => {
  const root = project({
    'harnesses/desk/HARNESS.md':
      '---\nname: Desk\ndescription: Keeps the desk of a small shop.\n---\n\nYou keep the desk.\n\n- `house/` — style\n',
    'harnesses/desk/house/HOUSE.md':
      '---\ndescription: Rules of style for the shop.\n---\n\nRead before writing.\n',
  })
  const compilation = compile({ root, harnesses: ['claude'], agentHarnesses: { desk: form } })
  const agent = treeFiles(compilation.trees.get('claude')!)['agents/desk.md']!
  const { body } = new HarnessDocument('a', 'a', agent)
  const counter = await tokenCounter('o200k_base')
  const tokens = counter.count(body)
  expect(estimate.count(body)).toBeGreaterThan(20)
  const [line] = await costsOf(compilation)
  expect(line).toMatch(new RegExp(`^harnesses/desk, ${form}: ${tokens} tokens at the start`))
  const other = form === 'tree' ? 'flat' : 'tree'
  const [again] = await costsOf(compile({ root, harnesses: ['claude'], agentHarnesses: { desk: other } }))
  // Both forms are told alike, whichever is built.
  expect(again).toMatch(new RegExp(`${form}: ${tokens} (?:tokens )?at the start`))
})
