import { quoted } from '../compose/yaml-writer.ts'
import type { HarnessDocument } from './document.ts'
import { type Edit, withEdits } from './edits.ts'
import { type Field, readFrontmatter } from './frontmatter.ts'

const FIRST_KEY_RE = /^( *)[^\s#]/m
const BLOCK_SCALAR_RE = /^[|>][-+0-9]*/

/**
 * The edits that put a value where a field is missing or empty, beside those that were made before.
 * @returns nothing where it is not plain where the field belongs, or the result would not be read as meant
 */
export function withStub(
  document: HarnessDocument,
  key: 'name' | 'description',
  value: string,
  edits: readonly Edit[],
): Edit[] | undefined {
  const { absence, fault, hasBlock } = document.frontmatter
  const field = document.field(key)
  if (fault !== undefined || (field !== undefined && field.value?.trim() !== '')) return undefined
  const line = `${key}: ${quoted(value)}\n`
  if (hasBlock) {
    const edit = field === undefined ? newLine(document, line) : inPlaceOf(document, field, quoted(value))
    return verified(document, key, value, edits, edit)
  }
  if (absence?.message !== 'there is no frontmatter') return undefined
  const [opened, ...others] = edits
  if (opened === undefined) return [{ start: 0, end: 0, text: `---\n${line}---\n\n` }]
  // A second field goes into the block that the first one began.
  return [{ ...opened, text: opened.text.replace('\n---\n\n', () => `\n${line}---\n\n`) }, ...others]
}

/** Before the first key, as far to the right as that one. */
function newLine({ text, frontmatter: { yamlStart, yamlEnd } }: HarnessDocument, line: string): Edit {
  const indent = FIRST_KEY_RE.exec(text.slice(yamlStart, yamlEnd))?.[1] ?? ''
  return { start: yamlStart, end: yamlStart, text: `${indent}${line}` }
}

/** Of a block scalar that is empty only its mark goes: its line end, and a comment after it, are no part of the value. */
function inPlaceOf({ text }: HarnessDocument, { start, end }: Field, value: string): Edit {
  const mark = BLOCK_SCALAR_RE.exec(text.slice(start, end))?.[0]
  const until = mark === undefined ? end : start + mark.length
  const before = start > 0 && text[start - 1] === ':' ? ' ' : ''
  const after = text[until] === '#' ? ' ' : ''
  return { start, end: until, text: `${before}${value}${after}` }
}

/** With one more edit, if the field then has its value, and all others have theirs as before. */
function verified(
  { text, frontmatter }: HarnessDocument,
  key: string,
  value: string,
  edits: readonly Edit[],
  edit: Edit,
): Edit[] | undefined {
  const all = [...edits, edit]
  const before = edits.length === 0 ? frontmatter : readFrontmatter(withEdits(text, edits))
  const { fault, fields } = readFrontmatter(withEdits(text, all))
  if (fault !== undefined || fields.get(key)?.value !== value) return undefined
  for (const [other, field] of before.fields) {
    if (other !== key && fields.get(other)?.value !== field.value) return undefined
  }
  return all
}
