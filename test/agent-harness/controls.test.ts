import { expect, test } from 'vitest'
import { indexChanges, mermaidOf, promptOf } from '../../src/agent-harness/index.ts'
import { describeChange } from '../../src/cli/harness/changes.ts'
import { DiskFiles } from '../../src/workspace/disk-files.ts'
import { run } from '../support/cli.ts'
import { harnessDir, load } from '../support/harness.ts'
import { scratch } from '../support/trees.ts'

const ESCAPE = '\u001b]0;x\u0007'
const SHOWN = '\u241b]0;x\u2407'
const DESCRIBED = '---\ndescription: "Red \\e[31m, as \\x9b31m"\n---\n\nBody.\n'

test.skipIf(process.platform === 'win32')('a terminal obeys no name and no description', () => {
  const root = harnessDir({
    'HARNESS.md': '---\nname: "N\\e[1m"\ndescription: "D\\e[2m"\n---\n\nBody.\n',
    [`a${ESCAPE}/A${ESCAPE.toUpperCase()}.md`]: DESCRIBED,
    'b\nc/x.md': DESCRIBED,
    'b\nc/y\nz.md': DESCRIBED,
  })
  const { harness } = load(root)
  const changes = indexChanges(harness, new DiskFiles(root), '', () => undefined)
  const { text } = changes.find(({ path }) => path === 'HARNESS.md') as { text: string }
  const texts = [
    mermaidOf(harness),
    promptOf(harness),
    promptOf(harness, 'markdown'),
    ...changes.map(describeChange),
    ...changes.map((change) => (change.kind === 'write' ? change.text : '').split('---').at(-1)!),
    run(scratch(), ['harness', 'load', root, 'b\nc']).stdout,
    run(scratch(), ['harness', 'load', root, `a${ESCAPE}`]).stdout,
    run(scratch(), ['harness', 'simulate', root, 'red']).stdout,
  ]
  for (const one of texts) expect(one).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f]/)
  expect(changes.map(describeChange).join('\n').split('\n')).toHaveLength(changes.length)
  expect(text).toContain(
    `- \`a${SHOWN}/\` — Red \u241b[31m, as \ufffd31m (see A${SHOWN.toUpperCase()}.md)\n- \`b c/\` (see B C.md)\n`,
  )
  expect(promptOf(harness, 'markdown')).toContain('- `b\u240ac/`\n  - `b\u240ac/x.md` — Red')
})
