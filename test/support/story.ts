import { spawnSync } from 'node:child_process'
import { BIN } from './cli.ts'
import type { Block } from './page.ts'
import { put, scratch } from './trees.ts'

/** Commands of a page, with what the page says that they print. */
export interface Scene {
  script: string
  expected: string
  printed: string
}

const PREAMBLE = 'exec 2>&1\nagent-cortex() { "$NODE" "$BIN" "$@"; }\n'
/** Of blocks that hold what is printed. */
const PRINTED = ['', 'diff']

/**
 * Plays the examples of a page, which follow from one another in one directory: blocks with a path are written, those
 * in `sh` are run, and what is printed is held beside the block that follows.
 * @param clients stands before the directories on PATH
 */
export function play(blocks: readonly Block[], clients?: string): Scene[] {
  const { CI: _ci, FORCE_COLOR: _force, PATH = '', ...rest } = process.env
  const env = {
    ...rest,
    PATH: clients === undefined ? PATH : `${clients}:${PATH}`,
    HOME: scratch(),
    NO_COLOR: '1',
    NODE: process.execPath,
    BIN,
  }
  const [cwd, scenes] = [scratch(), [] as Scene[]]
  for (const { language, label, text } of blocks) {
    const last = scenes.at(-1)
    if (label !== '') put(cwd, { [label]: text })
    else if (language === 'sh') {
      const { stdout } = spawnSync('bash', ['-c', PREAMBLE + text], { cwd, env, encoding: 'utf8' })
      scenes.push({ script: text, expected: '', printed: stdout })
    } else if (PRINTED.includes(language) && last?.expected === '') last.expected = text
    else throw new Error(`a block that is no part of the examples: ${language} ${text}`)
  }
  return scenes
}
