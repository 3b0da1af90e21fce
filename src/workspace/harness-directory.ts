import { didYouMean } from '../diagnostics/index.ts'
import {
  type AgentContext,
  FRONTMATTER,
  HIDDEN_RE,
  reportDirectory,
  reportIgnored,
  type Split,
  split,
} from './agent-files.ts'
import { isObject, type JsonDocument, parseJson } from './json.ts'
import { readSections } from './section-files.ts'
import type { HarnessDirectory } from './sources.ts'
import type { Entry } from './walk.ts'

const CODES = { syntax: 'frontmatter-json', duplicate: 'frontmatter-duplicate-key' } as const

/** Rule S-2: the directories of an agent, each of a known harness. @param unread as in {@link readSections} */
export function readHarnesses(
  context: AgentContext,
  directory: string,
  own: Split,
  unread: Set<string>,
): Map<string, HarnessDirectory> {
  const harnesses = new Map<string, HarnessDirectory>()
  for (const [id, entries] of own.directories) {
    // That agent.md is a directory has been told.
    if (HIDDEN_RE.test(id) || id === 'agent.md') continue
    if (id === FRONTMATTER) {
      reportDirectory(context, `${directory}/${id}`)
    } else if (context.known.includes(id)) {
      harnesses.set(id, readHarness(context, `${directory}/${id}`, id, entries, unread))
    } else {
      context.report({
        code: 'harness-unknown',
        message: `${JSON.stringify(id)} is no harness`,
        hint:
          didYouMean(id, context.known) ??
          `known: ${context.known.join(', ')}; a directory whose name starts with _ is ignored`,
        at: { file: `${directory}/${id}` },
      })
    }
  }
  return harnesses
}

function readHarness(
  context: AgentContext,
  directory: string,
  id: string,
  entries: readonly Entry[],
  unread: Set<string>,
): HarnessDirectory {
  const own = split(entries, directory)
  const file = `${directory}/${FRONTMATTER}`
  const entry = own.files.get(FRONTMATTER)
  if (own.directories.has(FRONTMATTER)) {
    reportDirectory(context, file)
  } else if (entry === undefined) {
    context.report({
      code: 'frontmatter-missing',
      message: `${directory} holds no ${FRONTMATTER}`,
      hint: `write ${file}; {} takes all from the agent's own ${FRONTMATTER}`,
      at: { file: directory },
    })
  }
  for (const name of own.directories.keys()) {
    if (name !== FRONTMATTER && !HIDDEN_RE.test(name)) reportIgnored(context, `${directory}/${name}`)
  }
  return {
    id,
    file,
    frontmatter: readFrontmatter(context, entry),
    sections: readSections(context, own.files, [FRONTMATTER], unread),
  }
}

/** A `frontmatter.json`, which must hold an object. */
export function readFrontmatter(
  { reader, report }: AgentContext,
  entry: Entry | undefined,
): JsonDocument | undefined {
  const source = entry && reader.text(entry.path, report, entry.real)
  const document = source && parseJson(source, CODES, report)
  if (document === undefined || isObject(document.value)) return document
  report({ code: 'frontmatter-value', message: 'the file must be an object', at: document.span([]) })
  return undefined
}
