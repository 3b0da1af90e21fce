import { z } from 'zod'
import { CODES, type Code, type Reporter, type SeveritySetting, Source } from '../diagnostics/index.ts'
import { reportIssues } from '../workspace/issues.ts'
import { parseJson } from '../workspace/json.ts'
import { knownKeys } from '../workspace/known-keys.ts'
import { join, type HarnessFiles } from './files.ts'
import { CONFIG_FILE } from './names.ts'
import type { HarnessOptions } from './options.ts'
import { decodeUtf8, normalised } from './text.ts'
import { type Tokenizer, TOKENIZERS } from './tokens.ts'

/** The most tokens that each phase may cost. */
export interface BudgetLimits {
  /** The body of `HARNESS.md`. */
  load?: number | undefined
  /** Routing files on the way to any one leaf or file. */
  discovery?: number | undefined
  /** Any one leaf's primary file, or content file. */
  activation?: number | undefined
  /** Everything at once. */
  total?: number | undefined
}

export interface HarnessConfig {
  options: Pick<HarnessOptions, 'nested' | 'skip' | 'followOutside' | 'routingFrom' | 'severity'>
  budget: BudgetLimits
  tokenizer: Tokenizer
}

const tokens = z.int().min(0)
const names = z.array(z.string().min(1))
const severity = z.enum(['off', 'info', 'warning', 'error'])
const code = z.string().refine((name) => Object.hasOwn(CODES, name), 'is no code of a diagnostic')

const schema = z
  .strictObject({
    $schema: z.string(),
    nested: z.enum(['boundary', 'propagate']),
    skip: names,
    followOutside: z.boolean(),
    routingFrom: z.int().min(0),
    severity: z.record(code, severity),
    tokenizer: z.enum(TOKENIZERS),
    budget: z.strictObject({ load: tokens, discovery: tokens, activation: tokens, total: tokens }).partial(),
  })
  .partial()

const NONE: HarnessConfig = { options: {}, budget: {}, tokenizer: TOKENIZERS[0] }

/** Reads `.agent-harness.json`; where there is none, or it is wrong, which is reported, the defaults hold. @param prefix stands before its path in reports */
export function readHarnessConfig(
  files: HarnessFiles,
  root: string,
  report: Reporter,
  prefix = '',
): HarnessConfig {
  const file = join(prefix, CONFIG_FILE)
  const at = root === '' ? CONFIG_FILE : join(root, CONFIG_FILE)
  let text: string | undefined
  try {
    if (files.stat(at)?.kind !== 'file') return NONE
    text = decodeUtf8(files.readFile(at))
  } catch {
    text = undefined
  }
  if (text === undefined) {
    report({ code: 'unreadable', message: 'this cannot be read as UTF-8', at: { file } })
    return NONE
  }
  const document = parseJson(
    new Source(file, normalised(text)),
    { syntax: 'option-value', duplicate: 'option-value' },
    report,
  )
  if (document === undefined) return NONE
  const parsed = schema.safeParse(document.value)
  if (!parsed.success) {
    const codes = { key: 'option-unknown', value: 'option-value' } as const
    reportIssues(parsed.error.issues, document, codes, (path) => knownKeys(schema, path), report)
    return NONE
  }
  const { $schema: _schema, budget = {}, tokenizer = TOKENIZERS[0], ...options } = parsed.data
  return { options: defined(options) as HarnessConfig['options'], budget, tokenizer }
}

function defined(options: { severity?: Record<string, SeveritySetting> | undefined }): object {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) satisfies { severity?: Partial<Record<Code, SeveritySetting>> }
}
