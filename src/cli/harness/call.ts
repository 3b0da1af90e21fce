import { statSync } from 'node:fs'
import path from 'node:path'
import {
  type BudgetLimits,
  type HarnessOptions,
  loadAgentHarness,
  type LoadedHarness,
  type Tokenizer,
  TOKENIZERS,
} from '../../agent-harness/index.ts'
import { CONFIG_FILE, HARNESS_FILE } from '../../agent-harness/names.ts'
import type { Printer } from '../../build/telling.ts'
import { printDiagnostics } from '../../build/telling.ts'
import { FORMATS, type Format } from '../../diagnostics/format/index.ts'
import type { Diagnostic, Diagnostics, Report, Reporter, Severity } from '../../diagnostics/index.ts'
import { DiskFiles } from '../../workspace/disk-files.ts'
import { unknown, UsageError } from '../usage.ts'
import { single, type Words } from '../words.ts'

/** A harness on disk that a command is called for. */
export interface HarnessCall {
  /** As it was given. */
  readonly given: string
  /** Absolute. */
  readonly directory: string
  readonly files: DiskFiles
  /** Stands before paths in diagnostics. */
  readonly prefix: string
  readonly options: HarnessOptions
  readonly budget: BudgetLimits
  readonly tokenizer: Tokenizer
  /** What is wrong with the configuration. */
  readonly reports: readonly Report[]
}

/**
 * What a call says of the harness, over what its `.agent-harness.json` says.
 * @param root paths in diagnostics are relative to it; default: to the working directory, from which they can be opened
 * @throws UsageError for a directory that is none, or a value that is none
 */
export async function readHarnessCall(
  words: Words,
  given = words.args[0] ?? '.',
  root?: string,
): Promise<HarnessCall> {
  const directory = directoryOf(given)
  const files = new DiskFiles(directory)
  // Annotations are shown beside the files of a repository, where their paths must lead.
  const isAnnotation = ['github', 'sarif'].includes(single(words, 'format') ?? '')
  const isAsGiven = root === undefined && !isAnnotation && path.isAbsolute(given)
  const relative = path.relative(root ?? process.cwd(), directory)
  const prefix = (isAsGiven && leadsOut(relative) ? directory : relative).split(path.sep).join('/')
  const reports: Report[] = []
  const { options, budget, tokenizer } = await configOf(files, prefix, (report) => reports.push(report))
  const nested = oneOf(words, 'nested', ['boundary', 'propagate'] as const)
  return {
    given,
    directory,
    files,
    options: {
      ...options,
      ...(nested === undefined ? {} : { nested }),
      slug: path.basename(directory),
      prefix,
    },
    prefix,
    budget,
    tokenizer: oneOf(words, 'tokenizer', TOKENIZERS) ?? tokenizer,
    reports,
  }
}

/** A path to another part of the disk says less than where that is. */
function leadsOut(relative: string): boolean {
  return path.isAbsolute(relative) || relative.split(path.sep)[0] === '..'
}

/** The schema's library is loaded where there is something to check by it. */
async function configOf(
  files: DiskFiles,
  prefix: string,
  report: (report: Report) => void,
): Promise<{ options: HarnessOptions; budget: BudgetLimits; tokenizer: Tokenizer }> {
  if (files.stat(CONFIG_FILE) === undefined) return { options: {}, budget: {}, tokenizer: TOKENIZERS[0] }
  const { readHarnessConfig } = await import('../../agent-harness/config.ts')
  return readHarnessConfig(files, '', report, prefix)
}

function directoryOf(given: string): string {
  const directory = path.resolve(path.basename(given) === HARNESS_FILE ? path.dirname(given) : given)
  try {
    if (statSync(directory).isDirectory()) return directory
  } catch {
    // Told below.
  }
  throw new UsageError(`${JSON.stringify(given)} is no directory`, 'name the directory with the HARNESS.md')
}

/** Reads the harness, with what is wrong with its configuration. */
export function loadCall(call: HarnessCall, more: HarnessOptions = {}): LoadedHarness {
  const loaded = loadAgentHarness(call.files, '', { ...call.options, ...more })
  for (const report of call.reports) loaded.diagnostics.report(report)
  return loaded
}

/** What is to be told. Of a directory that is no harness, it is only that: what else is in it is nothing to the format. */
export function toldOf({ harness, diagnostics }: LoadedHarness, least: Severity): readonly Diagnostic[] {
  const list = diagnostics.list(least)
  const isNone =
    harness.document === undefined && !harness.files.some((name) => name.toUpperCase() === ENTRY_NAME)
  const missing = isNone ? list.filter(({ code }) => code === 'harness-missing') : []
  return missing.length === 0 ? list : missing.slice(0, 1)
}

const ENTRY_NAME = HARNESS_FILE.toUpperCase()

/** A reporter for those who know paths only as they are in the harness. */
export function reporterOf({ prefix }: HarnessCall, { report }: Diagnostics): Reporter {
  if (prefix === '') return report
  return (one) => {
    const isFile = one.at !== undefined && 'file' in one.at
    report(isFile ? { ...one, at: { file: `${prefix}/${(one.at as { file: string }).file}` } } : one)
  }
}

/** @throws UsageError for a value that is none of those */
export function oneOf<Value extends string>(
  words: Words,
  option: string,
  values: readonly Value[],
): Value | undefined {
  const given = single(words, option)
  if (given === undefined) return undefined
  const value = values.find((known) => known === given)
  if (value === undefined) throw unknown(option, given, values)
  return value
}

export function formatOf(words: Words): Format {
  const format = oneOf(words, 'format', FORMATS)
  const isJson = words.options.has('json')
  if (isJson && format !== undefined && format !== 'json')
    throw new UsageError('--json and --format exclude each other')
  return isJson ? 'json' : (format ?? FORMATS[0])
}

/** @throws UsageError where a call has more arguments than its command takes */
export function atMost(words: Words, count: number, command: string): void {
  if (words.args.length > count) {
    throw new UsageError(`harness ${command} does not take ${JSON.stringify(words.args[count])}`)
  }
}

/** Tells of errors where something else is the result. */
export function tellErrors(loaded: LoadedHarness, printer: Printer): void {
  printDiagnostics(toldOf(loaded, 'error'), { format: 'pretty' }, printer)
}
