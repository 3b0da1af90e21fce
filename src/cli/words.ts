import type { Command } from 'cac'
import { unknown, UsageError } from './usage.ts'

type Option = Command['options'][number]

/** A call's words, sorted by what they are. */
export interface Words {
  /** What is no option. */
  args: string[]
  /** Long name with its hyphens, without `--` → the values given, in order; a switch has `''`. */
  options: Map<string, string[]>
}

/**
 * Sorts words by a command's options, exactly: cac itself takes `--out=` for an empty name, `--out 007` for a number, and
 * the value of an unknown option for an argument.
 * @throws UsageError for what is no option, lacks its value or has one too many
 */
export function readWords(words: readonly string[], options: readonly Option[]): Words {
  const result: Words = { args: [], options: new Map() }
  const rest = [...words]
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--') {
      result.args.push(...rest)
      break
    }
    if (!word.startsWith('-') || word === '-') result.args.push(word)
    else readOption(word, rest, options, result)
  }
  return result
}

function readOption(word: string, rest: string[], options: readonly Option[], result: Words): void {
  const equals = word.indexOf('=')
  const flag = equals === -1 ? word : word.slice(0, equals)
  const option = options.find((known) => flagsOf(known).includes(flag))
  if (option === undefined) throw unknown('option', flag, options.flatMap(flagsOf))
  const inline = equals === -1 ? undefined : word.slice(equals + 1)
  const value = option.isBoolean ? switched(flag, inline) : valueOf(flag, inline, rest)
  const name = nameOf(option)
  result.options.set(name, [...(result.options.get(name) ?? []), value])
}

function switched(flag: string, inline: string | undefined): string {
  if (inline !== undefined)
    throw new UsageError(`${flag} takes no value, and ${JSON.stringify(inline)} was given`)
  return ''
}

function valueOf(flag: string, inline: string | undefined, rest: string[]): string {
  const next = rest[0]
  if (inline === undefined && (next === undefined || (next.startsWith('-') && next !== '-'))) {
    throw new UsageError(`${flag} needs a value`, `a value that begins with a hyphen: ${flag}=-x`)
  }
  const value = inline ?? rest.shift() ?? ''
  if (value.trim() === '')
    throw new UsageError(`${flag} has an empty value`, 'leave the option out for its default')
  return value
}

const VALUE_RE = / *[<[].*$/

/** `-h, --help <x>` → `-h`, `--help` */
function flagsOf({ rawName }: Option): string[] {
  return rawName
    .replace(VALUE_RE, '')
    .split(',')
    .map((flag) => flag.trim())
}

function nameOf(option: Option): string {
  return flagsOf(option).at(-1)!.replace(/^--/, '')
}

/**
 * The value of an option that counts once.
 * @throws UsageError when it is given twice
 */
export function single({ options }: Words, name: string): string | undefined {
  const values = options.get(name) ?? []
  if (values.length > 1) throw new UsageError(`--${name} is given twice`)
  return values[0]
}
