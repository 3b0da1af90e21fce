import { statSync } from 'node:fs'
import path from 'node:path'
import type { Flags } from '../build/flags.ts'
import { FORMATS, type Format } from '../diagnostics/format/index.ts'
import { unknown, UsageError } from './usage.ts'
import { single, type Words } from './words.ts'

/** What a call asks for, apart from the command itself. */
export interface Call {
  /** Absolute. */
  root: string
  flags: Flags
  watch: boolean
  args: readonly string[]
}

/** @throws UsageError for a value that is none */
export function readCall(words: Words): Call {
  const { args } = words
  const flags: Flags = {}
  const out = single(words, 'out')
  if (out !== undefined) flags.out = out
  const harness = words.options.get('harness')
  if (harness !== undefined) flags.harness = harness.flatMap(listed)
  const pluginRoot = words.options.get('plugin-root')
  if (pluginRoot !== undefined) flags.pluginRoot = Object.fromEntries(pluginRoot.map(pair))
  const format = single(words, 'format')
  if (format !== undefined) flags.format = formatOf(format)
  for (const name of ['strict', 'force', 'verbose'] as const) if (words.options.has(name)) flags[name] = true
  return { root: rootOf(single(words, 'root') ?? '.'), flags, watch: words.options.has('watch'), args }
}

function listed(value: string): string[] {
  const ids = value.split(',').map((id) => id.trim())
  if (ids.includes('')) throw new UsageError(`--harness has an empty id in ${JSON.stringify(value)}`)
  return [...new Set(ids)]
}

function pair(value: string): [string, string] {
  const equals = value.indexOf('=')
  const [id, dir] = [value.slice(0, equals).trim(), value.slice(equals + 1)]
  if (equals === -1 || id === '' || dir.trim() === '') {
    throw new UsageError(
      `--plugin-root: ${JSON.stringify(value)} is not HARNESS=DIR`,
      'as in --plugin-root pi=/opt/me',
    )
  }
  return [id, dir]
}

/** @throws UsageError for what is no format */
function formatOf(value: string): Format {
  const format = FORMATS.find((known) => known === value)
  if (format === undefined) throw unknown('format', value, FORMATS)
  return format
}

/** @throws UsageError for what is no directory */
export function rootOf(dir: string): string {
  const root = path.resolve(dir)
  if (!isDirectory(root)) throw new UsageError(`--root: ${JSON.stringify(dir)} is no directory`)
  return root
}

function isDirectory(dir: string): boolean {
  try {
    return statSync(dir).isDirectory()
  } catch {
    return false
  }
}

/** For commands that take options only. */
export function refuseArguments(command: string, args: readonly string[]): void {
  if (args.length === 0) return
  throw new UsageError(
    `${command} takes no arguments, and ${JSON.stringify(args[0])} was given`,
    'see --root',
  )
}
