import { visible } from '../diagnostics/visible.ts'
import type { HarnessDocument } from './document.ts'
import { join } from './files.ts'
import { linesOf } from './lines.ts'
import { BLOCK_END, BLOCK_START } from './lint/mentions.ts'
import { type AgentHarness, descriptionOf, type HarnessNode } from './model.ts'
import { SKILL_TYPE } from './names.ts'

/** Values of the format of a prompt, the default first. */
export const PROMPT_FORMATS = ['xml', 'markdown', 'json'] as const

export type PromptFormat = (typeof PROMPT_FORMATS)[number]

/** A harness as text for an agent's context: its body, and what there is to find, with paths. Ends with a newline. */
export function promptOf(harness: AgentHarness, format: PromptFormat = PROMPT_FORMATS[0]): string {
  switch (format) {
    case 'xml':
      return `${xmlHarness(harness, 'harness', '').join('\n')}\n`
    case 'markdown':
      return markdown(harness)
    case 'json':
      return `${JSON.stringify(json(harness), null, 2)}\n`
  }
}

/** The body without the lines that only tell our index where its list begins and ends. */
function bodyOf(document: HarnessDocument | undefined): string {
  if (document === undefined) return ''
  const { text, body } = document
  if (!body.includes(BLOCK_START)) return body
  const { lines } = linesOf(document.text, document.bodyStart)
  const kept = lines.filter(
    ({ line, kind }) => kind !== 'text' || ![BLOCK_START, BLOCK_END].includes(line.trim()),
  )
  return kept
    .map(({ start }) => text.slice(start, text.indexOf('\n', start) + 1 || text.length))
    .join('')
    .trim()
}

const SPECIAL_RE = /[&<>"]/g
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** What XML 1.0 cannot hold, even escaped, and other controls. */
const FORBIDDEN_RE = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]|\p{Surrogate}/gu

function escaped(text: string): string {
  return text.replace(FORBIDDEN_RE, '\ufffd').replace(SPECIAL_RE, (character) => ENTITIES[character]!)
}

/** The elements of harnesses-ref 0.1.3, with paths, groups within groups, and what it leaves out. */
function xmlHarness(harness: AgentHarness, tag: string, indent: string): string[] {
  const { name, slug, description, document, path, children } = harness
  const body = bodyOf(document)
  const overview =
    body === '' ? [] : body.split('\n').map((line) => (line === '' ? '' : `${indent}    ${escaped(line)}`))
  return [
    `${indent}<${tag}${attributes({ name: name ?? slug, path })}>`,
    `${indent}  <description>${escaped(description ?? '')}</description>`,
    ...(overview.length === 0 ? [] : [`${indent}  <overview>`, ...overview, `${indent}  </overview>`]),
    ...children.flatMap((node) => xmlNode(node, `${indent}  `)),
    `${indent}</${tag}>`,
  ]
}

function xmlNode(node: HarnessNode, indent: string): string[] {
  const { name, path } = node
  const description = escaped(descriptionOf(node) ?? '')
  switch (node.kind) {
    case 'harness':
      return xmlHarness(node.harness, 'harness', indent)
    case 'file':
      return [`${indent}<file${attributes({ filename: name, path })}>${description}</file>`]
    case 'leaf': {
      if (node.type !== SKILL_TYPE)
        return [`${indent}<leaf${attributes({ name, type: node.type, path })}>${description}</leaf>`]
      const file = join(path, node.primary ?? '')
      return [
        `${indent}<skill${attributes({ name: node.document?.name ?? name, path: file })}>${description}</skill>`,
      ]
    }
    case 'group': {
      const open = `${indent}<directory${attributes({ name, description: descriptionOf(node), path })}>`
      return [
        open,
        ...node.children.flatMap((child) => xmlNode(child, `${indent}  `)),
        `${indent}</directory>`,
      ]
    }
  }
}

function attributes(values: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([key, value]) => ` ${key}="${escaped(value!.replaceAll('\n', ' '))}"`)
    .join('')
}

function markdown(harness: AgentHarness): string {
  const { name, slug, description, document, children } = harness
  const list = children.flatMap((node) => markdownNode(node, ''))
  const parts = [`# ${visible(name ?? slug)}`, visible(description ?? ''), bodyOf(document), list.join('\n')]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function markdownNode(node: HarnessNode, indent: string): string[] {
  const text = descriptionOf(node)
  const kind = node.kind === 'leaf' ? ` (${node.type})` : node.kind === 'harness' ? ' (harness)' : ''
  const shown = node.kind === 'file' ? node.path : `${node.path}/`
  const line = visible(`${indent}- \`${shown}\`${kind}${text === undefined ? '' : ` — ${text}`}`)
  const children =
    node.kind === 'group' ? node.children : node.kind === 'harness' ? node.harness.children : []
  return [line, ...children.flatMap((child) => markdownNode(child, `${indent}  `))]
}

/** A node of a prompt or a tree as JSON: what a program needs to find its way. */
export interface JsonNode {
  kind: HarnessNode['kind']
  name: string
  path: string
  description?: string
  type?: string
  primary?: string
  scripts?: readonly string[]
  routing?: string
  children?: JsonNode[]
}

function json(harness: AgentHarness): object {
  const { name, slug, description = '', document, children } = harness
  return {
    version: 1,
    name: name ?? slug,
    description,
    body: bodyOf(document),
    children: children.map(jsonNode),
  }
}

/** Keys in one order; those that say nothing are left out. */
export function jsonNode(node: HarnessNode): JsonNode {
  const { kind, path } = node
  const description = descriptionOf(node)
  const base: JsonNode = {
    kind,
    name: node.name,
    path,
    ...(description === undefined ? {} : { description }),
  }
  if (node.kind === 'leaf') {
    const primary = node.primary === undefined ? {} : { primary: join(path, node.primary) }
    return { ...base, type: node.type, ...primary, scripts: node.scripts }
  }
  if (node.kind === 'harness') return { ...base, children: node.harness.children.map(jsonNode) }
  if (node.kind === 'file') return base
  const routing = node.routing === undefined ? {} : { routing: node.routing.path }
  return { ...base, ...routing, children: node.children.map(jsonNode) }
}
