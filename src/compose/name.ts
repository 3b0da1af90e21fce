import type { Context } from './context.ts'
import type { MergedFrontmatter } from './merged-frontmatter.ts'

/** Lower-case words and numbers joined by single hyphens: what every client takes for a name. */
const SLUG_RE = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** Rule F-1: the name that is written, or nothing when the source's name is wrong. */
export function resolveName(
  context: Context,
  directory: string,
  merged: MergedFrontmatter,
): string | undefined {
  const { map, harness, report } = context
  const own = map.prefix.get(harness.id) ?? ''
  const name = merged.values.get('name')
  if (!SLUG_RE.test(directory)) {
    report({
      code: 'name-slug',
      message: `the directory name ${JSON.stringify(directory)} is no agent name`,
      hint: 'use lower-case letters, digits and single hyphens',
      harness: harness.id,
      at: { file: `agents/${directory}` },
    })
    return undefined
  }
  if (name === undefined) return own + directory
  // Told by the schema.
  if (typeof name !== 'string' || name === '') return undefined
  const accepted = [...new Set([map.prefix.get('copilot') ?? '', own, ''])]
  if (accepted.some((prefix) => name === prefix + directory)) return own + directory
  report({
    code: 'name-slug',
    message: `${JSON.stringify(name)} does not name this agent: its directory is ${JSON.stringify(directory)}`,
    hint: `write ${accepted.map((prefix) => JSON.stringify(prefix + directory)).join(' or ')}, or leave "name" out`,
    harness: harness.id,
    at: merged.place(['name']),
  })
  return undefined
}
