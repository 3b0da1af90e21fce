import fs from 'node:fs'
import path from 'node:path'
import type { ReadResult } from '../host.ts'
import { expandHome } from '../places.ts'
import { holdsAgents } from '../../../workspace/project-root.ts'
import { Project } from './project.ts'

/** Directories whose texts carry tokens, and are read one by one. */
const FOLDERS = ['skills', 'harnesses'].map((name) => path.sep + name + path.sep)

/** Substitutes the tokens of a project's skills when one of their files is read. */
export class SkillReads {
  readonly #projects = new Map<string, Project>()

  /** The project at a root, kept: composing it again costs only what has changed. */
  project(root: string): Project {
    const known = this.#projects.get(root) ?? new Project(root)
    this.#projects.set(root, known)
    return known
  }

  /** @returns what the model gets instead; nothing where the read is of no skill, or holds no token */
  substitute(
    { toolName, input, content, isError }: ReadResult,
    cwd: string,
  ): ReadResult['content'] | undefined {
    if (toolName !== 'read' || isError === true || typeof input.path !== 'string') return undefined
    const file = path.resolve(cwd, expandHome(input.path.replace(/^@/, '')))
    const root = file.endsWith('.md') ? rootOf(file) : undefined
    if (root === undefined) return undefined
    const project = this.project(root)
    project.read()
    const composed = project.skillText(path.relative(root, file).split(path.sep).join('/'))
    if (composed === undefined) return undefined
    const raw = fs.readFileSync(file, 'utf8')
    const start = typeof input.offset === 'number' ? Math.max(0, input.offset - 1) : 0
    return content.map((part) =>
      part.text === undefined ? part : { ...part, text: overlaid(part.text, raw, composed, start) },
    )
  }
}

/**
 * Puts composed lines in the place of raw ones. Substitution keeps lines, so that they are the same by number; pi takes
 * a lone carriage return for no line end, and we do, so that one of its lines may be several of ours. What follows the
 * lines of the file, such as a note that there is more, stays. Where the lines do not match, all stays.
 */
export function overlaid(text: string, raw: string, composed: string, start: number): string {
  const theirs = raw.split('\n').map(plain)
  const ours = composed.split('\n')
  if (linesIn(theirs.join('\n')) !== linesIn(composed)) return text
  const lines = text.split('\n')
  let next = start === 0 ? 0 : theirs.slice(0, start).join('\n').split('\n').length
  for (const [index, line] of lines.entries()) {
    const known = theirs[start + index]
    if (known === undefined || plain(line) !== known) break
    const until = next + known.split('\n').length
    lines[index] = ours.slice(next, until).join('\n')
    next = until
  }
  return lines.join('\n')
}

const CARRIAGE_RETURN_RE = /\r/g

/** A line of pi's as our composer reads it: without a byte order mark, and with our line ends. */
function plain(line: string): string {
  return line.replace(MARKS_RE, '').replace(CARRIAGE_RETURN_RE, '\n')
}

const MARKS_RE = /^\uFEFF|\r$/g
const LAST_ENDS_RE = /\n+$/

/** Blank lines at the end not counted: our composer leaves one line end there. */
function linesIn(text: string): number {
  return text.replace(LAST_ENDS_RE, '').split('\n').length
}

/** The project whose skill or harness a file belongs to. */
function rootOf(file: string): string | undefined {
  for (const folder of FOLDERS) {
    for (let at = file.indexOf(folder); at !== -1; at = file.indexOf(folder, at + 1)) {
      const root = file.slice(0, at)
      if (holdsAgents(root)) return root
    }
  }
  return undefined
}
