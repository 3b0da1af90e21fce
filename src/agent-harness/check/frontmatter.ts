import type { Code, Severity } from '../../diagnostics/index.ts'
import type { HarnessDocument } from '../document.ts'
import type { Reading } from '../reading.ts'

/**
 * What is wrong with a frontmatter block itself (rules H-2, V-6, V-7).
 * @param severity of what keeps the fields from being read
 * @param code for YAML that cannot be read
 */
export function checkBlock(
  document: HarnessDocument,
  severity: Severity,
  { report }: Reading,
  code: Code = 'frontmatter-yaml',
): void {
  const { frontmatter, source } = document
  const { fault, falseClose, strictYaml } = frontmatter
  if (fault !== undefined) {
    const { message, hint, offset } = fault
    report({ code, severity, message, hint, at: () => source.span(offset, offset + 1) })
  }
  if (falseClose !== undefined) {
    report({
      code: 'frontmatter-close',
      message: 'harnesses-ref takes this line for the end of the frontmatter',
      hint: 'indent it, or put the value in quotes',
      at: () => lineSpan(document, falseClose),
    })
  }
  if (strictYaml !== undefined) {
    report({
      code: 'frontmatter-flow',
      message: 'harnesses-ref reads StrictYAML, which has no [a, b], {a: b}, anchors or tags',
      hint: 'write a list as lines that begin with -',
      at: () => source.span(strictYaml, strictYaml + 1),
    })
  }
}

/** The rest of a line. */
export function lineSpan({ source }: HarnessDocument, offset: number): ReturnType<typeof source.span> {
  const end = source.text.indexOf('\n', offset)
  return source.span(offset, end === -1 ? source.text.length : end)
}

/** Whether nothing can be said about single fields, since none could be read. */
export function isUnread({ frontmatter: { fault, mend, absence } }: HarnessDocument): boolean {
  return absence !== undefined || (fault !== undefined && mend === undefined)
}

/** What is wrong with a field that must hold text; nothing where it does. */
export function fieldProblem(document: HarnessDocument, key: string): string | undefined {
  const field = document.field(key)
  const name = JSON.stringify(key)
  if (field === undefined) return `${name} is missing`
  if (field.value === undefined) return `${name} must be text`
  return field.value.trim() === '' ? `${name} must not be empty` : undefined
}

/** Whether a value is written on more than one line; readers that go by lines see the first only. */
export function isSpread(document: HarnessDocument, key: string): boolean {
  const field = document.field(key)
  return field !== undefined && document.text.slice(field.start, field.end).trim().includes('\n')
}
