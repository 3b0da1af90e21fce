import fs from 'node:fs'
import path from 'node:path'
import { adopt, type Change, PRESETS, startOf } from '../../agent-harness/index.ts'
import { HARNESS_FILE } from '../../agent-harness/names.ts'
import { terminal } from '../../build/terminal.ts'
import { visible } from '../../diagnostics/visible.ts'
import { DiskFiles } from '../../workspace/disk-files.ts'
import type { Action } from '../commands.ts'
import { UsageError } from '../usage.ts'
import { single, type Words } from '../words.ts'
import { atMost, oneOf } from './call.ts'
import { applyChanges, describeChange } from './changes.ts'

const DESCRIPTION = 'TODO: say what this harness enables an agent to do'

/** `harness init`: a start. What is there already stays as it is. */
export const init: Action = async (words) => {
  atMost(words, 1, 'init')
  const directory = path.resolve(words.args[0] ?? '.')
  if (fs.existsSync(directory) && !fs.statSync(directory).isDirectory()) {
    throw new UsageError(`${JSON.stringify(words.args[0])} is no directory`)
  }
  const changes = changesFor(words, directory)
  const printer = terminal()
  if (words.options.has('dry-run')) {
    for (const change of changes) printer.out(`${describeChange(change)}\n`)
    return 0
  }
  const files = new DiskFiles(directory)
  const [kept, made] = [true, false].map((is) =>
    changes.filter((change) => stands(files, change.path) === is),
  )
  const { changes: done, reports } = applyChanges(directory, made!)
  for (const change of done) printer.out(`${describeChange(change)}\n`)
  for (const change of kept!) printer.error(`keep ${visible(change.path)}\n`)
  for (const { message, at } of reports)
    printer.error(`${at !== undefined && 'file' in at ? at.file : ''}: ${message}\n`)
  if (done.length === 0 && reports.length === 0) printer.out('nothing to do\n')
  return reports.length === 0 ? 0 : 1
}

/** Where that cannot be seen, writing says why. */
function stands(files: DiskFiles, file: string): boolean {
  try {
    return files.stat(file) !== undefined
  } catch {
    return false
  }
}

function changesFor(words: Words, directory: string): Change[] {
  const preset = oneOf(words, 'preset', PRESETS)
  const adopts = words.options.has('adopt')
  if (adopts && preset !== undefined) throw new UsageError('--adopt and --preset exclude each other')
  const name = single(words, 'name') ?? titleOf(path.basename(directory))
  const description = single(words, 'description') ?? DESCRIPTION
  if (!adopts) return toChanges(startOf(preset ?? PRESETS[0], name, description), {})
  if (!fs.existsSync(directory)) throw new UsageError('--adopt needs a directory that is there')
  const { files, why } = adopt(new DiskFiles(directory), '', name, description)
  return toChanges(files, why)
}

function toChanges(files: Readonly<Record<string, string>>, why: Readonly<Record<string, string>>): Change[] {
  return Object.entries(files).map(([file, text]) => {
    const reason = why[file]
    return { kind: 'write', path: file, before: undefined, text, why: reason === undefined ? [] : [reason] }
  })
}

const SEPARATORS_RE = /[-_\s]+/
const FIRST_RE = /^./u

/** `sales-help` → `Sales Help` */
function titleOf(name: string): string {
  const words = name.split(SEPARATORS_RE).filter((word) => word !== '')
  return words.map((word) => word.replace(FIRST_RE, (first) => first.toUpperCase())).join(' ') || HARNESS_FILE
}
