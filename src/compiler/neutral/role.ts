import type { Context } from '../../compose/context.ts'
import { JsonDocument, type JsonObject } from '../../workspace/json.ts'
import type { Agent, HarnessDirectory } from '../../workspace/sources.ts'
import { canonicalName } from './map.ts'

/** What a role needs, and each client may say for itself. */
const NEEDED = ['description', 'tools'] as const

/**
 * An agent as it is for no client: with what all clients share, and where each says it for itself, with what the first
 * of them says, which is told.
 * @returns nothing where it ships to none of the project's clients
 */
export function roleOf(context: Context, agent: Agent): Agent | undefined {
  const directories = (context.clientless?.ids ?? []).flatMap((id) => agent.harnesses.get(id) ?? [])
  const [first] = directories
  if (first === undefined) return undefined
  const own = { ...first, id: context.harness.id, frontmatter: ownFields(context, agent, directories) }
  return { ...agent, harnesses: new Map([...agent.harnesses, [own.id, { ...own, sections: new Map() }]]) }
}

function ownFields(
  context: Context,
  agent: Agent,
  directories: readonly HarnessDirectory[],
): JsonDocument | undefined {
  const documents = directories.filter(({ frontmatter }) => frontmatter !== undefined)
  const shared = (agent.base?.value ?? {}) as JsonObject
  const missing = NEEDED.filter((key) => !Object.hasOwn(shared, key))
  const giver =
    documents.find((one) => missing.every((key) => valueOf(one, key) !== undefined)) ?? documents[0]
  if (giver?.frontmatter === undefined) return undefined
  const { frontmatter } = giver
  const fields: JsonObject = {}
  for (const key of missing) {
    const value = valueOf(giver, key)
    if (value === undefined) continue
    fields[key] = key === 'tools' ? canonical(context, giver.id, value) : value
    if (documents.some((one) => !isSame(fields[key], inCommon(context, one, key))))
      tell(context, giver, key, agent)
  }
  return new JsonDocument(frontmatter.source, fields)
}

function valueOf({ frontmatter }: HarnessDirectory, key: string): unknown {
  const values = frontmatter?.value as JsonObject
  const value = Object.hasOwn(values, key) ? values[key] : undefined
  return value === null ? undefined : value
}

function inCommon(context: Context, directory: HarnessDirectory, key: string): unknown {
  const value = valueOf(directory, key)
  return key === 'tools' ? canonical(context, directory.id, value) : value
}

function canonical({ clientless, map }: Context, client: string, tools: unknown): unknown {
  const own = clientless?.map ?? map
  return Array.isArray(tools)
    ? tools.map((tool: unknown) => (typeof tool === 'string' ? canonicalName(own, client, tool) : tool))
    : tools
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function tell(
  { harness, report }: Context,
  { id, frontmatter }: HarnessDirectory,
  key: string,
  agent: Agent,
): void {
  report({
    code: 'field-differs',
    message: `${JSON.stringify(key)} is not the same for all clients: that of ${id} is taken`,
    hint: `write what serves all to ${agent.directory}/frontmatter.json`,
    harness: harness.id,
    at: () => frontmatter!.keySpan([key]),
  })
}

/** What a role is made from, beside what it looks up. */
export function roleInputs({ clientless, map }: Context, agent: Agent): unknown[] {
  const directories = [...agent.harnesses.values()]
  return [
    clientless?.ids.join(),
    map.broken,
    map.prefix.get('copilot'),
    agent.body,
    agent.base?.source,
    agent.baseBroken,
    ...directories.map(({ frontmatter }) => frontmatter?.source),
    ...directories.flatMap(({ id, sections }) => [id, ...[...sections].flat()]),
    ...[...agent.sections].flat(),
    // By its columns, tools that clients name in their own words are found.
    clientless?.map.document?.source,
  ]
}
