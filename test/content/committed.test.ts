import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

// What Copilot CLI reads from a plain clone: nothing is built there.

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')
const json = (file: string): Record<string, unknown> => JSON.parse(read(file)) as Record<string, unknown>
const isDirectory = (file: string): boolean =>
  statSync(path.join(root, file), { throwIfNoEntry: false })?.isDirectory() === true

const AGENTS = ['plan', 'ralph', 'ralph-plan', 'strategy']
const TREE = 'dist/copilot'

it('O-6: the copies of the agents are those of the tree, byte for byte', () => {
  const copies = readdirSync(path.join(root, 'agents')).filter((file) => file.endsWith('.agent.md'))
  expect(copies.toSorted()).toEqual(AGENTS.map((name) => `${name}.agent.md`).toSorted())
  for (const file of copies) expect(read(`agents/${file}`)).toBe(read(`${TREE}/agents/${file}`))
})

it('the plugin at the root names the copies and the skills of the tree', () => {
  const { agents, skills } = json('plugin.json')
  expect([agents, skills]).toEqual(['agents/', `${TREE}/skills/`])
  expect(isDirectory(`${TREE}/skills`)).toBe(true)
})

it("each marketplace at the root offers its client's tree, under the names of the plugin", () => {
  const { name, description, author } = json('plugin.json')
  const offers = (source: string): object => ({
    name,
    owner: author,
    plugins: [{ name, source, description }],
  })
  expect(json('.github/plugin/marketplace.json')).toEqual(offers(`./${TREE}`))
  expect(json('.claude-plugin/marketplace.json')).toEqual(offers('./dist/claude'))
  expect(json(`${TREE}/plugin.json`)).toMatchObject({ name, agents: 'agents/', skills: 'skills/' })
})

it('T-6: every PATH in the tree names what is there', () => {
  const { paths } = json('token-map.json') as { paths: { plugin_root: Record<string, string> } }
  const prefix = `${paths.plugin_root.copilot!}/`
  const files = readdirSync(path.join(root, TREE), { recursive: true, encoding: 'utf8' })
  const named = files
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) => read(`${TREE}/${file}`).split(prefix).slice(1))
    .map((rest) => /^[\w./-]*\w/.exec(rest)![0])
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((file) => !statSync(path.join(root, TREE, file), { throwIfNoEntry: false }))).toEqual(
    [],
  )
})
