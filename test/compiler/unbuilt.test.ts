import { expect, test } from 'vitest'
import { build, demo } from '../support/demo.ts'

const FILES = {
  'agents/plan/pi/frontmatter.json': '{}',
  'agents/_sections/pi/x.md': 'x',
  'pi-extras/notes.txt': 'x',
}

function lines(hint: string): string[] {
  const at = (file: string): string =>
    `info harness-not-built ${file} pi is not among the harnesses that are built -- ${hint}`
  return [at('agents/_sections/pi'), at('agents/plan/pi'), at('pi-extras')]
}

const isOfIt = (line: string): boolean => line.includes('harness-not-built')

test('S-2: directories of a harness that is known and not built are told, each', () => {
  const { told } = build(demo(FILES))
  expect(told.filter(isOfIt)).toEqual(lines('add it to "harnesses" in token-map.json'))
})

test('S-2: the hint names the option, where that decides', () => {
  const { told } = build(demo(FILES), { harnesses: ['claude'] })
  expect(told.filter(isOfIt)).toEqual(lines('add it to the option "harnesses"'))
})

const line = (option: string, id: string): string =>
  `info harness-not-built [${id}] option "${option}.${id}": ${id} is not among the harnesses that are built -- add it to "harnesses" in token-map.json`

test('S-2: options for a harness that is not built are told, each', () => {
  const { told } = build(demo(), {
    committed: { copilot: 'agents' },
    pluginRoot: { pi: '/opt/x', claude: '/opt/y' },
    skills: { pi: { exclude: ['x'] } },
    copy: { pi: { x: 'x' } },
    manifest: { pi: {} },
  })
  expect(told).toEqual([
    line('committed', 'copilot'),
    line('copy', 'pi'),
    line('manifest', 'pi'),
    line('pluginRoot', 'pi'),
    line('skills', 'pi'),
  ])
})

test('S-2: what --harness leaves out of this run is not told', () => {
  const root = demo({
    ...FILES,
    'token-map.json': '{"version": 1, "harnesses": ["claude", "pi"], "tools": {}}',
  })
  const { told } = build(root, { only: ['claude'], pluginRoot: { pi: '/opt/x' } })
  expect(told.filter(isOfIt)).toEqual([])
})
