import { isAlias, isCollection, isMap, isScalar, parseDocument, visit } from 'yaml'
import { parseSimpleFrontmatter } from '../compose/simple-frontmatter.ts'

/** The value of a frontmatter key. Offsets are into the whole text. */
export interface Field {
  /** The words as written, without quotes: `42` and `true` are text here. Nothing for a list or a mapping. */
  readonly value: string | undefined
  readonly start: number
  readonly end: number
}

interface Problem {
  readonly message: string
  readonly hint?: string
  readonly offset: number
}

interface Mend {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** What stands at the start of a markdown file (rules H-2, V-6, V-7). Offsets are into the whole text. */
export interface Frontmatter {
  /** None where there is no block, or it cannot be read. */
  readonly fields: ReadonlyMap<string, Field>
  /** Whether there is a closed block. */
  readonly hasBlock: boolean
  /** Where the body begins: after the block, else at the start. */
  readonly bodyStart: number
  /** Where the fields begin and end. */
  readonly yamlStart: number
  readonly yamlEnd: number
  /** Nothing but plain text, the same for every reader of YAML. */
  readonly isSimple?: boolean
  /** Why there is no block, where one seems to be meant or is missing. */
  readonly absence?: Problem
  /** Why the block is no mapping of keys. */
  readonly fault?: Problem
  /** What would make a faulty block readable. */
  readonly mend?: Mend
  /** A line that other readers take for the block's end. */
  readonly falseClose?: number
  /** Where StrictYAML, which harnesses-ref reads with, gives up: flow style, anchors, aliases, tags. */
  readonly strictYaml?: number
}

const OPEN_RE = /^---[^\S\n]*\n/
const CLOSE_RE = /^---[^\S\n]*$/
const LATE_OPEN_RE = /^\s+---[^\S\n]*\n/
const DOTS_RE = /^\.\.\.[^\S\n]*$/m
const COMMENT_LINE_RE = /^#[^\n]*\n+---[^\S\n]*\n/

const NO_FIELDS: ReadonlyMap<string, Field> = new Map()

/** Reads the frontmatter of a text without a byte order mark, line ends `\n`. Never throws. */
export function readFrontmatter(text: string): Frontmatter {
  const open = OPEN_RE.exec(text)
  if (open === null) return none({ ...absence(text), offset: 0 })
  const yamlStart = open[0].length
  const { close, early } = findClose(text, yamlStart)
  if (close === undefined) return none({ ...unclosed(text, early), offset: 0 })
  const end = lineEnd(text, close)
  const yaml = text.slice(yamlStart, close)
  const block = {
    hasBlock: true,
    bodyStart: Math.min(end + 1, text.length),
    yamlStart,
    yamlEnd: close,
    ...(early === undefined ? {} : { falseClose: early }),
  }
  if (yaml.trim() === '') {
    const problem = { message: 'the frontmatter is empty', offset: 0 }
    return { ...block, fields: NO_FIELDS, absence: problem }
  }
  return { ...block, ...readYaml(yaml, yamlStart) }
}

/** The line that closes the block, and the first before it that only looks like it. */
function findClose(text: string, from: number): { close?: number; early?: number } {
  let early: number | undefined
  for (let at = text.indexOf('\n---', from - 1); at !== -1; at = text.indexOf('\n---', at + 1)) {
    const found = early === undefined ? {} : { early }
    const isClose = text[at + 4] === '\n' || CLOSE_RE.test(text.slice(at + 1, lineEnd(text, at + 1)))
    if (isClose) return { close: at + 1, ...found }
    early ??= at + 1
  }
  return early === undefined ? {} : { early }
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end
}

function none(problem: Problem): Frontmatter {
  return { fields: NO_FIELDS, hasBlock: false, bodyStart: 0, yamlStart: 0, yamlEnd: 0, absence: problem }
}

function absence(text: string): Omit<Problem, 'offset'> {
  if (LATE_OPEN_RE.test(text) || COMMENT_LINE_RE.test(text)) {
    return {
      message: 'the frontmatter must begin on the first line',
      hint: 'remove what stands before ---',
    }
  }
  return { message: 'there is no frontmatter', hint: 'begin the file with ---, its fields, and --- again' }
}

function unclosed(text: string, early: number | undefined): Omit<Problem, 'offset'> {
  const message = 'the frontmatter is not closed'
  if (early !== undefined) {
    const almost = text.slice(early, Math.min(lineEnd(text, early), early + 40))
    return { message, hint: `write --- alone in place of ${JSON.stringify(almost)}` }
  }
  return { message, hint: DOTS_RE.test(text) ? 'write --- in place of ...' : 'write --- on a line below it' }
}

/** Characters. Parsing takes the square of the number of keys, all are told of one by one, and no real frontmatter comes near. */
const LARGEST = 30_000

type Read = Pick<Frontmatter, 'fields' | 'fault' | 'mend' | 'strictYaml' | 'isSimple'>

function readYaml(yaml: string, offset: number): Read {
  if (yaml.length > LARGEST) {
    const message = `this frontmatter has ${yaml.length} characters; ${LARGEST} are read`
    return {
      fields: NO_FIELDS,
      fault: { message, hint: 'move what is no description into the body', offset },
    }
  }
  const simple = parseSimpleFrontmatter(yaml)
  if (simple === undefined) return readSafely(yaml, offset, true)
  const fields = new Map<string, Field>()
  for (const [key, [start, end]] of simple.ranges) {
    fields.set(key, { value: simple.value[key] as string, start: offset + start, end: offset + end })
  }
  return { fields, isSimple: true }
}

/** Nothing is thrown at collections nested by the thousand, or aliases that multiply beyond all bounds. */
function readSafely(yaml: string, offset: number, mayMend: boolean): Read {
  try {
    return readAny(yaml, offset, mayMend)
  } catch {
    const fault = { message: 'this YAML is nested too deeply to be read', offset }
    return { fields: NO_FIELDS, fault }
  }
}

/** Every scalar is text: what a description says is not a matter of YAML's types. */
function readAny(yaml: string, offset: number, mayMend: boolean): Read {
  const document = parseDocument(yaml, {
    version: '1.2',
    schema: 'failsafe',
    prettyErrors: false,
    logLevel: 'silent',
  })
  const error = document.errors[0]
  if (error !== undefined) {
    const message = `this is not YAML: ${error.message.slice(0, 1).toLowerCase()}${error.message.slice(1)}`
    const fault = { message, offset: offset + Math.min(error.pos[0], yaml.length) }
    return mayMend ? mended(yaml, offset, fault) : { fields: NO_FIELDS, fault }
  }
  if (!isMap(document.contents)) {
    const message = 'the frontmatter must be a mapping of keys to values'
    return { fields: NO_FIELDS, fault: { message, hint: 'write name: and description: lines', offset } }
  }
  const fields = new Map<string, Field>()
  for (const { key, value } of document.contents.items) {
    if (!isScalar(key)) continue
    const resolved = isAlias(value) ? value.resolve(document) : value
    const [start, end] = (value as { range?: [number, number, number] } | null)?.range ?? key.range ?? [0, 0]
    const text = resolved === null ? '' : isScalar(resolved) ? scalarText(resolved.value) : undefined
    fields.set(String(key.value), { value: text, start: offset + start, end: offset + end })
  }
  return { fields, ...strictness(document, offset) }
}

function scalarText(value: unknown): string {
  return value === null || value === undefined ? '' : String(value)
}

function strictness(document: ReturnType<typeof parseDocument>, offset: number): Pick<Read, 'strictYaml'> {
  let found: number | undefined
  visit(document, (_key, node) => {
    const isRefused =
      isAlias(node) ||
      (isCollection(node) && node.flow === true) ||
      ((isCollection(node) || isScalar(node)) && (node.anchor !== undefined || node.tag?.startsWith('!')))
    if (!isRefused) return undefined
    found = offset + ((node as { range?: [number, number, number] }).range?.[0] ?? 0)
    return visit.BREAK
  })
  return found === undefined ? {} : { strictYaml: found }
}

const PROSE_LINE_RE = /^([A-Za-z][\w-]*):[^\S\n]+([^\s"'|>[{].*)$/gm

/** `description: Use when: asked` is prose, and was meant as such: with quotes around it, the block can be read. */
function mended(yaml: string, offset: number, fault: Problem): Read {
  for (const match of yaml.matchAll(PROSE_LINE_RE)) {
    const [line, key, value = ''] = match
    const end = match.index + line.length
    if (end < fault.offset - offset) continue
    const start = end - value.length
    const text = JSON.stringify(value.trimEnd())
    const again = readSafely(yaml.slice(0, start) + text + yaml.slice(end), offset, false)
    if (again.fault !== undefined) break
    const hint = `put the value of ${JSON.stringify(key)} in quotes`
    const fields = new Map(
      [...again.fields].map(([name, field]) => [
        name,
        moved(field, offset + start, text.length - value.length),
      ]),
    )
    return { fields, fault: { ...fault, hint }, mend: { start: offset + start, end: offset + end, text } }
  }
  return { fields: NO_FIELDS, fault }
}

/** Back to where it stands in the text as it is. */
function moved(field: Field, from: number, by: number): Field {
  return {
    value: field.value,
    start: field.start > from ? field.start - by : field.start,
    end: field.end > from ? field.end - by : field.end,
  }
}
