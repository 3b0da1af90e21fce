import { didYouMean, type Source } from '../diagnostics/index.ts'
import {
  type AgentContext,
  HIDDEN_RE,
  isMisnamed,
  reportIgnored,
  reportMisnamed,
  split,
} from './agent-files.ts'
import type { SharedSections } from './sources.ts'
import type { Entry } from './walk.ts'

const EXTENSION = '.md'
export const SHARED = '_sections'

/**
 * The `.md` files of a directory by section name (rule S-6); other files are told.
 * @param not files that are no sections
 * @param unread is given the names of those that cannot be read
 */
export function readSections(
  context: AgentContext,
  files: ReadonlyMap<string, Entry>,
  not: readonly string[],
  unread: Set<string>,
): Map<string, Source> {
  const sections = new Map<string, Source>()
  for (const [file, entry] of files) {
    if (not.includes(file)) continue
    if (!file.endsWith(EXTENSION)) {
      if (isMisnamed(file)) reportMisnamed(context, entry.path)
      else if (!HIDDEN_RE.test(file)) reportIgnored(context, entry.path)
      continue
    }
    const name = file.slice(0, -EXTENSION.length)
    const source = context.reader.text(entry.path, context.report, entry.real)
    if (source === undefined) unread.add(name)
    else sections.set(name, source)
  }
  return sections
}

/** @param entries everything below `agents/_sections/` */
export function readShared(context: AgentContext, entries: readonly Entry[]): SharedSections {
  const directory = `agents/${SHARED}`
  const own = split(entries, directory)
  const unread = new Set<string>()
  const harnesses = new Map<string, ReadonlyMap<string, Source>>()
  for (const [id, below] of own.directories) {
    if (HIDDEN_RE.test(id)) continue
    if (!context.known.includes(id)) {
      context.report({
        code: 'harness-unknown',
        message: `${JSON.stringify(id)} is no harness`,
        hint: didYouMean(id, context.known) ?? `known: ${context.known.join(', ')}`,
        at: { file: `${directory}/${id}` },
      })
      continue
    }
    const { files, directories } = split(below, `${directory}/${id}`)
    for (const name of directories.keys()) {
      if (!HIDDEN_RE.test(name)) reportIgnored(context, `${directory}/${id}/${name}`)
    }
    harnesses.set(id, readSections(context, files, [], unread))
  }
  return { common: readSections(context, own.files, [], unread), harnesses, unread }
}
