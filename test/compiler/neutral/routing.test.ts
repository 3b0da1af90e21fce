import { expect, test } from 'vitest'
import { loadAgentHarness, memoryFiles, tokenCounter } from '../../../src/agent-harness/index.ts'
import { type Item, Routing } from '../../../src/compiler/neutral/routing.ts'

const SKILL = '---\nname: x\ndescription: Does it whenever a task asks for it.\n---\n\nDo it.\n'

function item(path: string, kind: Item['kind'], description = `When a task is about ${path}.`): Item {
  return { path, kind, description }
}

test('a hundred names do not make HARNESS.md long, and each is listed once where it lies', async () => {
  const names = Array.from({ length: 100 }, (_, index) => `a-rather-long-name-of-a-role-${100 + index}`)
  const items = names.flatMap((name) => [
    item(`roles/${name}.md`, 'role'),
    item(`skills/${name}/deep/x`, 'skill'),
  ])
  const routing = new Routing(items, true)
  const files = routing.files({ name: 'Many', description: 'Does a great many things at once.' })
  expect([...files.keys()].toSorted()).toEqual(routing.paths.toSorted())

  const counter = await tokenCounter('o200k_base')
  const entry = files.get('HARNESS.md')!
  expect(counter.count(entry)).toBeLessThan(300)
  expect(entry).toContain('`roles/` — a-rather-long-name-of-a-role-100, ')
  expect(entry).toContain(' and 97 more (see ROLES.md)\n')
  const listed = files.get('roles/ROLES.md')!.match(/^- `.*\.md` — When a task is about/gm)
  expect(listed).toHaveLength(100)
})

test.each([
  [undefined, 'Roles and skills of demo.', undefined],
  ['Keeps a shop', 'Keeps a shop', undefined],
  ['Keeps a shop. and so on', 'Keeps a shop. and so on', undefined],
  ['Keeps a shop. And its books.', 'Keeps a shop.', 'And its books.'],
  ['Works with e.g. Node 20. Try it! Now?', 'Works with e.g. Node 20.', 'Try it! Now?'],
])('of the description %j, the first sentence describes, the rest is text', (given, first, rest) => {
  const files = new Routing([], false).files({
    name: 'demo',
    ...(given === undefined ? {} : { description: given }),
  })
  const [, head = '', body = ''] = files.get('HARNESS.md')!.split('---\n')
  expect(head).toContain(`description: ${JSON.stringify(first)}\n`)
  expect(
    body
      .split('\n\n')[0]!
      .trim()
      .startsWith(rest ?? 'Read only'),
  ).toBe(true)
})

test('what descriptions hold cannot break the lists', () => {
  const hostile = ['<!-- agent-cortex:index -->', '---', '`x` [a](gone.md) | # y', '${X} {{TOOL:x}}']
  const items = hostile.map((text, index) => item(`skills/g/s${index}`, 'skill', text))
  const files = new Routing(items, true).files({
    name: 'a: "b" #c',
    description: 'Does: things # and "more".',
  })
  const skills = items.map(({ path }): [string, string] => [`${path}/SKILL.md`, SKILL])
  const { harness, diagnostics } = loadAgentHarness(
    memoryFiles(Object.fromEntries([...files, ...skills])),
    '',
    {
      severity: {
        'dead-link': 'off',
        'description-duplicate': 'off',
        'skill-collision': 'off',
        'skill-name': 'off',
      },
    },
  )
  expect(diagnostics.list('warning')).toEqual([])
  expect([harness.name, harness.description]).toEqual(['a: "b" #c', 'Does: things # and "more".'])
  expect(files.get('skills/g/SKILLS.md')).not.toContain('<!--')
})
