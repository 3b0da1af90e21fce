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
 * Puts composed lines in the place of raw ones. Substitution keeps lines, so that they are the same by number. What
 * follows the lines of the file, such as a note that there is more, stays.
 */
export function overlaid(text: string, raw: string, composed: string, start: number): string {
  const theirs = raw.split('\n')
  const ours = composed.split('\n')
  const lines = text.split('\n')
  for (const [index, line] of lines.entries()) {
    const at = start + index
    if (at >= theirs.length || line !== theirs[at]) break
    lines[index] = ours[at] ?? ''
  }
  return lines.join('\n')
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
