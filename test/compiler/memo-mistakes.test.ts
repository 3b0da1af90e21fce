import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { Compiler } from '../../src/compiler/index.ts'
import { demo, type ProjectFiles } from '../support/demo.ts'
import { describeDiagnostics, project } from '../support/fixture.ts'

/** Codes of what two runs of one compiler tell; between them files are written, or removed where nothing is given. */
function twice(files: ProjectFiles, edits: Record<string, string | undefined>): string[][] {
  const root = demo(files)
  const compiler = new Compiler({ root })
  const run = (): string[] => {
    compiler.begin()
    return describeDiagnostics(compiler.finish(), 'warning').map((line) => line.split(' ')[1]!)
  }
  const first = run()
  for (const [file, text] of Object.entries(edits)) {
    if (text === undefined) fs.rmSync(path.join(root, file))
    else project(root, { [file]: text })
  }
  return [first, run()]
}

const BAD = Buffer.from('caf\xe9\n', 'latin1')
const map = (more: object): string => JSON.stringify({ version: 1, harnesses: ['claude'], ...more })

test.each<[string, ProjectFiles, Record<string, string | undefined>, string[][]]>([
  [
    'a section that could not be read is removed',
    { 'agents/plan/agent.md': 'x {{SECTION:own}}\n', 'agents/plan/own.md': BAD },
    { 'agents/plan/own.md': undefined },
    [['not-utf8'], ['section-missing']],
  ],
  [
    'so is a shared one',
    { 'agents/plan/agent.md': 'x {{SECTION:own}}\n', 'agents/_sections/own.md': BAD },
    { 'agents/_sections/own.md': undefined },
    [['not-utf8'], ['section-missing']],
  ],
  [
    'a row without the column is removed',
    { 'agents/plan/agent.md': 'x {{TOOL:a}}\n', 'token-map.json': map({ tools: { a: {} } }) },
    { 'token-map.json': map({ tools: {} }) },
    [['map-column-missing'], ['tool-unknown']],
  ],
  [
    'a row comes that has no column',
    { 'agents/plan/agent.md': 'x {{TOOL:a}}\n', 'token-map.json': map({ tools: {} }) },
    { 'token-map.json': map({ tools: { a: {} } }) },
    [['tool-unknown'], ['map-column-missing']],
  ],
  [
    'a wrong path is removed',
    { 'agents/plan/agent.md': 'x {{PATH:a}}\n', 'token-map.json': map({ paths: { a: { claude: 5 } } }) },
    { 'token-map.json': map({ paths: {} }) },
    [['map-value'], ['path-missing']],
  ],
])(
  'O-3, lesson 20: a mistake that was told elsewhere is not forgotten when that goes: %s',
  (_, files, edits, told) => {
    expect(twice(files, edits)).toEqual(told)
  },
)
