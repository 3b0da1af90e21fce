import type { Harness } from '../../src/compose/harness.ts'
import { BUILT_IN_TOOLS } from '../../src/workspace/built-in-map.ts'
import { toJsonSchema, type JsonSchema } from '../../src/schemas/json-schema.ts'

/** What a harness's section of the page says of its client, from its data. */
export function clientLine({ client }: Harness): string {
  return `${client.name} ${client.version}, looked at on ${client.checked}. Source: ${client.source}.`
}

/** The native fields, each with its type and what it is. */
export function fieldTable({ schema }: Harness): string {
  const rows = Object.entries(schema).map(([name, { schema: field, unsupported }]) => {
    const { description, ...json } = toJsonSchema(field)
    const note = unsupported === undefined ? '' : `; **not written** (warning): ${unsupported}`
    return [`\`${name}\``, typeName(json), `${String(description)}${note}`]
  })
  return table(['field', 'type', ''], rows)
}

/** How frontmatter is written. */
export function formatTable({ frontmatter, limits }: Harness): string {
  const { order, rename = {}, tools, allTools, unsupported = {} } = frontmatter
  const rows = [
    ['order of keys', order.map(code).join(', ')],
    ...Object.entries(rename).map(([from, to]) => [`${code(from)} is written as`, code(to)]),
    ['tools', tools === 'list' ? 'a list of quoted names' : 'one line, separated by commas'],
    ['`["*"]`', allTools === 'star' ? 'as it stands' : 'no `tools` line'],
    ...Object.entries(unsupported).map(([field, why]) => [`${code(field)} is not written (info)`, why]),
    ...(limits.description === undefined
      ? []
      : [['description, at most', `${limits.description} characters (warning)`]]),
    ...(limits.body === undefined ? [] : [['body, at most', `${limits.body} characters (warning)`]]),
  ]
  return table(['', ''], rows)
}

/** The built-in rows of `tools`, which a project copies that has rows of its own. */
export function builtInTable(): string {
  const ids = ['copilot', 'claude', 'pi']
  const rows = Object.entries(BUILT_IN_TOOLS).map(([name, row]) => [
    code(name),
    ...ids.map((id) => code(String(row[id]))),
  ])
  return table(['built-in row of `tools`', ...ids.map(code)], rows)
}

/** Where things lie in the tree. */
export function layoutTable({ layout }: Harness): string {
  return table(
    ['source', 'in the tree'],
    [
      ['`agents/<name>/`', code(layout.agent('<name>'))],
      ['`skills/<group>/<name>/`', code(`${layout.skill(['<group>', '<name>'])}/`)],
    ],
  )
}

/** Native tools, as a block of words. */
export function toolNames({ nativeTools }: Harness): string[] {
  return [...nativeTools.names]
}

function code(text: string): string {
  return `\`${text}\``
}

function table(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('')
}

function typeName(json: JsonSchema): string {
  const {
    type,
    const: constant,
    enum: values,
    anyOf,
    items,
    minimum,
    additionalProperties,
  } = json as {
    type?: string
    const?: unknown
    enum?: unknown[]
    anyOf?: JsonSchema[]
    items?: JsonSchema
    minimum?: number
    additionalProperties?: JsonSchema
  }
  if (constant !== undefined) return code(JSON.stringify(constant))
  if (values !== undefined) return values.map((value) => code(JSON.stringify(value))).join(', ')
  if (anyOf !== undefined) return anyOf.map(typeName).join(' or ')
  if (type === 'array') return items?.['type'] === undefined ? 'list' : `list of ${typeName(items)}s`
  if (type === 'object') return additionalProperties?.['type'] === 'string' ? 'object of texts' : 'object'
  if (type === 'integer') return minimum === undefined ? 'whole number' : `whole number from ${minimum}`
  return type === 'string' ? 'text' : String(type)
}
