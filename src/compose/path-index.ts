import { order } from '../diagnostics/index.ts'
import type { Harness } from './harness.ts'
import { parentOf, placesOf } from '../workspace/paths.ts'
import type { ExtraFile } from '../workspace/sources.ts'
import { PathHints } from './path-hints.ts'

/** What is known of a skill before it is read. */
export interface SkillFiles {
  /** The directory below `skills/`, split at `/`. */
  readonly path: readonly string[]
  /** `skills/<path>` */
  readonly directory: string
  /** Paths in the skill. */
  readonly files: Iterable<string>
  has(file: string): boolean
  /** Whether clients take it for a skill. */
  readonly isSkill: boolean
}

/** What one harness's tree will hold, known before anything is composed. */
export interface TreePlan {
  harness: Harness
  /** Agent, or directory of an Agent Harness → path in the tree; composed and native ones. */
  agents: ReadonlyMap<string, string>
  /** Native files that take the place of agents, each with its path in the tree. */
  natives: ReadonlyMap<string, string>
  /** The skills that go to this harness, by directory (`skills/…`), each with its directory in the tree. */
  skills: ReadonlyMap<string, { skill: SkillFiles; target: string }>
  extras: readonly ExtraFile[]
  /** Files that the harness generates. */
  manifests: readonly string[]
}

const AGENT_FILE_RE = /^agents\/([^/]+)\/agent\.md$/

/** Finds what a PATH names: a source path, by where it is emitted, or a path of the tree (rule T-6). */
export class PathIndex {
  readonly #plan: TreePlan
  readonly #resolved = new Map<string, string>()
  #extras: ReadonlyMap<string, string> | undefined
  #tree: ReadonlyMap<string, 'file' | 'directory'> | undefined
  #hints: PathHints | undefined

  constructor(plan: TreePlan) {
    this.#plan = plan
  }

  /** The path in the tree, without a slash at its end; nothing when the tree does not hold it. */
  resolve(name: string): string | undefined {
    const known = this.#resolved.get(name)
    if (known !== undefined) return known
    const found = this.#find(name)
    if (found !== undefined) this.#resolved.set(copied(name), found)
    return found
  }

  #find(name: string): string | undefined {
    const agent = name.startsWith('agents/') ? AGENT_FILE_RE.exec(name)?.[1] : undefined
    const emitted = agent === undefined ? undefined : this.#plan.agents.get(agent)
    return (
      emitted ??
      this.#skill(name) ??
      this.#plan.natives.get(name) ??
      this.#extra(name) ??
      (this.#paths.has(name) ? name : undefined)
    )
  }

  /** Whether the tree holds a file or directory. */
  has(path: string): boolean {
    return this.#paths.has(path)
  }

  /** Names at the top of the tree, in code-point order. */
  top(): string[] {
    return [...this.#paths.keys()].filter((path) => !path.includes('/')).toSorted(order)
  }

  isFile(path: string): boolean {
    return this.#paths.get(path) === 'file'
  }

  /** Which source path, or key, a wrong name may have meant; nothing when none is near. */
  hint(name: string, keys: readonly string[] = []): string | undefined {
    this.#hints ??= new PathHints(this.#names())
    return this.#hints.hint(name, keys)
  }

  *#names(): Iterable<string> {
    for (const agent of this.#plan.agents.keys()) if (!agent.includes('/')) yield `agents/${agent}/agent.md`
    yield* this.#plan.natives.keys()
    for (const [directory, { skill }] of this.#plan.skills) {
      yield directory
      for (const below of skill.files) yield `${directory}/${below}`
    }
    for (const extra of this.#plan.extras) yield extra.file
    yield* this.#plan.manifests
  }

  #skill(name: string): string | undefined {
    for (let end = name.length; end > 0; end = name.lastIndexOf('/', end - 1)) {
      const found = this.#plan.skills.get(name.slice(0, end))
      if (found === undefined) continue
      if (end === name.length) return found.target
      const below = name.slice(end + 1)
      return holds(found.skill, below) ? `${found.target}/${below}` : undefined
    }
    return undefined
  }

  #extra(name: string): string | undefined {
    if (this.#plan.extras.length === 0) return undefined
    this.#extras ??= extraPaths(this.#plan.extras)
    return this.#extras.get(name)
  }

  get #paths(): ReadonlyMap<string, 'file' | 'directory'> {
    this.#tree ??= treePaths(this.#plan)
    return this.#tree
  }
}

/** A part of a text holds on to all of it; this does not. */
function copied(part: string): string {
  return JSON.parse(JSON.stringify(part)) as string
}

function holds(skill: SkillFiles, below: string): boolean {
  if (skill.has(below)) return true
  const directory = `${below}/`
  for (const file of skill.files) if (file.startsWith(directory)) return true
  return false
}

/** Source files, and the directories that were copied with them → where they go. */
function extraPaths(extras: readonly ExtraFile[]): Map<string, string> {
  const paths = new Map<string, string>()
  for (const extra of extras)
    for (const [from, to] of placesOf(extra)) if (from === extra.file || !paths.has(from)) paths.set(from, to)
  return paths
}

function treePaths({ agents, skills, extras, manifests }: TreePlan): Map<string, 'file' | 'directory'> {
  const paths = new Map<string, 'file' | 'directory'>()
  const add = (file: string): void => {
    paths.set(file, 'file')
    for (let at = parentOf(file); at !== '' && !paths.has(at); at = parentOf(at)) paths.set(at, 'directory')
  }
  for (const target of agents.values()) add(target)
  for (const { skill, target } of skills.values()) {
    for (const below of skill.files) add(`${target}/${below}`)
  }
  for (const { target } of extras) add(target)
  for (const manifest of manifests) add(manifest)
  return paths
}
