import { existsSync, readFileSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { ClientTree } from '../clients/index.ts'
import { type Reporter, Source, type Span } from '../diagnostics/index.ts'
import { TRAILING_SLASH_RE } from '../workspace/paths.ts'

/** What ends a path in a text of markdown. */
const END_RE = /[\s`"'<>|()[\]{}*,;]|$/
/** What may follow a path in a sentence. */
const AFTER_RE = /[.:!?]+$/
const VARIABLE_RE = /\$\{(\w+)\}/g
/** What clients themselves are told by their environment. */
const VARIABLES = ['PI_CODING_AGENT_DIR', 'COPILOT_HOME']

interface Lost {
  at: Span
  /** Absolute: what is not there. */
  target: string
}

/**
 * Reports each PATH in the texts of an installed tree that names nothing. Where the place that all of them begin with is not
 * there, that is told once.
 * @param place `start`: what PATHs begin with, as the map has it; `label`: what the tree's directory is called in
 * messages; `hint`: the mend
 */
export function reportLostPaths(
  tree: ClientTree,
  { start: root, label, hint }: { start: string; label: string; hint: string },
  report: Reporter,
): void {
  // What installed it may have composed it for the directory itself.
  for (const start of new Set([root, tree.dir].map((place) => place.replace(TRAILING_SLASH_RE, '')))) {
    const place = expand(start)
    if (place === undefined) continue
    const lost = textsOf(tree).flatMap((file) => lostIn(tree, file, start, place, label))
    const [first, ...more] = lost
    if (first === undefined) continue
    const isGone = !existsSync(place)
    for (const { at, target } of isGone ? [first] : lost) {
      const which = more.length === 0 ? 'this path begins' : `this path and ${more.length} more begin`
      report({
        code: 'path-lost',
        message: isGone
          ? `there is no ${JSON.stringify(place)}, which ${which} with`
          : `there is no ${JSON.stringify(target)}, which this path names`,
        hint,
        harness: tree.client,
        at,
      })
    }
  }
}

/** Nothing where a client expands it. */
function expand(start: string): string | undefined {
  const known = start.replace(VARIABLE_RE, (text, name: string) =>
    VARIABLES.includes(name) ? (process.env[name] ?? text) : text,
  )
  if (known.includes('${')) return undefined
  const home = known === '~' || known.startsWith('~/') ? os.homedir() + known.slice(1) : known
  return path.isAbsolute(home) ? home : undefined
}

/** Agents, and the `.md` files of skills; both are what PATHs are written into. */
function textsOf({ agents, skills, files }: ClientTree): string[] {
  const folders = skills.map(({ file }) => `${path.posix.dirname(file)}/`)
  const texts = files.filter((file) => file.endsWith('.md') && folders.some((one) => file.startsWith(one)))
  return [...new Set([...agents.map(({ file }) => file), ...texts])]
}

function lostIn(tree: ClientTree, file: string, start: string, place: string, label: string): Lost[] {
  const text = readText(path.join(tree.dir, file))
  const source = new Source(path.posix.join(label, file), text)
  const lost: Lost[] = []
  const begins = `${start}/`
  for (let at = text.indexOf(begins); at !== -1; at = text.indexOf(begins, at + 1)) {
    const from = at + begins.length
    const rest = text.slice(from, from + text.slice(from).search(END_RE))
    const named = plainPart(rest)
    if (existsSync(path.join(place, named)) || isNamedWithBlanks(tree, text.slice(from), place)) continue
    const end = from + rest.replace(AFTER_RE, '').length
    lost.push({ at: source.span(at, end), target: path.join(place, named) })
  }
  return lost
}

/** What comes before a variable, without what ends a sentence. */
function plainPart(rest: string): string {
  const variable = rest.indexOf('$')
  return variable === -1 ? rest.replace(AFTER_RE, '') : rest.slice(0, rest.lastIndexOf('/', variable) + 1)
}

function isNamedWithBlanks({ files }: ClientTree, rest: string, place: string): boolean {
  return files.some((file) => rest.startsWith(file) && existsSync(path.join(place, file)))
}

function readText(file: string): string {
  try {
    return statSync(file).isFile() ? readFileSync(file, 'utf8') : ''
  } catch {
    return ''
  }
}
