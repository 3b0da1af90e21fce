import type { Report, Reporter, Source, Span } from '../diagnostics/index.ts'
import { SKILL_TYPE } from './names.ts'

/** One rule of `.leaf-detectors`: a directory that contains the path is a leaf of the type. */
export interface Detector {
  readonly type: string
  /** Relative to the directory, `/`-separated. */
  readonly path: string
  /** From 1. */
  readonly line: number
  readonly span: Span
}

export interface Detectors {
  /** In the order of the file: the first that fits decides (rule T-12). */
  readonly rules: readonly Detector[]
  /** Whether there is a file at all. */
  readonly exists: boolean
  readonly hasBom: boolean
}

export const NO_DETECTORS: Detectors = { rules: [], exists: false, hasBom: false }

const TYPE_RE = /^[a-z0-9][a-z0-9._-]*$/
const GLOB_RE = /[*?[\]{}]/
const INLINE_COMMENT_RE = /\s#/
const DRIVE_RE = /^[A-Za-z]:/

/**
 * Reads `.leaf-detectors` (rules D-1 … D-19): lines `type=path`, comments, nothing else. A line that is no rule is
 * reported, and the others hold.
 */
export function readDetectors(source: Source, hasBom: boolean, report: Reporter): Detectors {
  const rules = new Rules()
  let offset = 0
  for (const [index, line] of source.text.split('\n').entries()) {
    const start = offset + line.length - line.trimStart().length
    const span = source.span(start, Math.max(start, offset + line.trimEnd().length))
    offset += line.length + 1
    const rule = readLine(line.trim(), index + 1, span, (of) => report({ at: span, ...of }))
    if (rule !== undefined) rules.add(rule, report)
  }
  return { rules: rules.list, exists: true, hasBom }
}

type Tell = (report: Report) => void

function readLine(line: string, number: number, span: Span, tell: Tell): Detector | undefined {
  if (line === '' || line.startsWith('#')) return undefined
  const equals = line.indexOf('=')
  if (equals === -1) {
    const hint = `write type=path, as in ${SKILL_TYPE}=SKILL.md`
    tell({ code: 'detector-syntax', message: 'this line is no rule: it has no =', hint })
    return undefined
  }
  const type = line.slice(0, equals).trim()
  const written = line.slice(equals + 1).trim()
  const path = plainPath(written)
  if (type === '') {
    const hint = `write a type before the =, as in ${SKILL_TYPE}=${path}`
    tell({ code: 'detector-empty-type', message: 'this rule has no type', hint })
  } else if (written === '') {
    const hint = `write the file that marks a leaf, as in ${type}=SKILL.md`
    tell({
      code: 'detector-empty-path',
      message: 'this rule has no path: every directory would be a leaf',
      hint,
    })
  } else if (checkPath(path, tell)) {
    checkType(type, tell)
    return { type, path, line: number, span }
  }
  return undefined
}

/** Without `.` and doubled slashes, so that a path is written in one way. */
function plainPath(written: string): string {
  if (!written.includes('./') && !written.includes('//') && written !== '.') return written
  const path = written
    .split('/')
    .filter((segment) => segment !== '.' && segment !== '')
    .join('/')
  return written.startsWith('/') ? `/${path}` : path
}

/** Whether the path can lie in a directory at all. */
function checkPath(path: string, tell: Tell): boolean {
  const why =
    path.startsWith('/') || path.startsWith('~') || DRIVE_RE.test(path) ? 'is absolute' : reachOf(path)
  if (why !== undefined) {
    const hint = 'write a path relative to the directory that is to be a leaf'
    tell({ code: 'detector-path', message: `the path ${JSON.stringify(path)} ${why}`, hint })
    return false
  }
  if (INLINE_COMMENT_RE.test(path)) {
    tell({
      code: 'detector-inline-comment',
      message: `this is no comment: the path is ${JSON.stringify(path)}`,
      hint: 'put the comment on a line of its own',
    })
  } else if (GLOB_RE.test(path)) {
    tell({
      code: 'detector-glob',
      message: `a path is no pattern: only a file named ${JSON.stringify(path)} fits`,
      hint: 'name one file, or write a rule for each',
    })
  }
  return true
}

function reachOf(path: string): string | undefined {
  if (path === '') return 'names the directory itself: every directory would be a leaf'
  if (path.includes('\\')) return 'has a backslash'
  return path.split('/').includes('..') ? 'leads out of the directory' : undefined
}

function checkType(type: string, tell: Tell): void {
  if (type !== SKILL_TYPE && type.toLowerCase() === SKILL_TYPE) {
    tell({
      code: 'detector-type',
      message: `the type ${JSON.stringify(type)} is not ${JSON.stringify(SKILL_TYPE)}: its leaves are opaque`,
      hint: `did you mean ${JSON.stringify(SKILL_TYPE)}?`,
    })
  } else if (!TYPE_RE.test(type)) {
    tell({
      code: 'detector-type',
      message: `the type ${JSON.stringify(type)} is no plain word`,
      hint: 'use lower-case letters, digits, dots, hyphens and underscores',
    })
  }
}

/** Rules that hold together (rules D-8, D-9). */
class Rules {
  readonly list: Detector[] = []
  readonly #byPath = new Map<string, Detector>()
  readonly #byType = new Map<string, Detector>()

  add(rule: Detector, report: Reporter): void {
    const [type, path] = [JSON.stringify(rule.type), JSON.stringify(rule.path)]
    const same = this.#byPath.get(rule.path)
    if (same?.type === rule.type) {
      const message = `line ${same.line} says the same`
      report({ code: 'detector-duplicate', message, hint: 'remove one of the two', at: rule.span })
      return
    }
    if (same !== undefined) {
      report({
        code: 'detector-conflict',
        message: `${path} already marks leaves of type ${JSON.stringify(same.type)} (line ${same.line})`,
        hint: 'one file can mark one type: remove one of the two lines',
        at: rule.span,
      })
      return
    }
    const other = this.#byType.get(rule.type)
    if (other !== undefined) {
      report({
        code: 'detector-duplicate-type',
        message: `the type ${type} has a rule already (line ${other.line}); harnesses-ref heeds only the last`,
        hint: 'both hold here; for other clients, keep one',
        at: rule.span,
      })
    } else this.#byType.set(rule.type, rule)
    this.#byPath.set(rule.path, rule)
    this.list.push(rule)
  }
}

/**
 * The rules as harnesses-ref 0.1.3 reads them: one path a type, the last; a type stands where it was first seen.
 * Nothing is refused, the byte order mark is part of the first line.
 */
export function readReferenceDetectors(source: Source, hasBom: boolean): Detectors {
  const rules = new Map<string, Detector>()
  const lines = `${hasBom ? '\ufeff' : ''}${source.text}`.split('\n')
  for (const [index, line] of lines.entries()) {
    // Python's strip leaves the byte order mark.
    const text = line.replace(PYTHON_BLANKS_RE, '')
    const equals = text.indexOf('=')
    if (text.startsWith('#') || equals === -1) continue
    const type = text.slice(0, equals).replace(PYTHON_BLANKS_RE, '')
    const path = text.slice(equals + 1).replace(PYTHON_BLANKS_RE, '')
    rules.set(type, { type, path, line: index + 1, span: source.span(source.lineStarts[index] ?? 0) })
  }
  return { rules: [...rules.values()], exists: true, hasBom }
}

const PYTHON_BLANKS_RE = /^[^\S\ufeff]+|[^\S\ufeff]+$/g
