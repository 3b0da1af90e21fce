import { hash } from 'node:crypto'
import path from 'node:path'
import type { Compilation } from '../compiler/index.ts'
import type { Harness } from '../compose/harness.ts'
import type { Reporter } from '../diagnostics/index.ts'
import { builtInHarnesses } from '../harness/index.ts'
import {
  type Ownership,
  overlaps,
  plan,
  type Plan,
  readManifest,
  type Tree,
  type TreeFile,
} from '../tree/index.ts'
import { isMarked } from '../workspace/marker.ts'
import { labelOf } from './label.ts'
import type { Location } from './outputs.ts'

/**
 * Plans for the copies of agents in the project itself (rule O-6). A harness that the project is built for no longer
 * has none: its copies go. With `only`, the copies of the others are left alone.
 */
export function planCommitted(
  compilation: Compilation,
  location: Location,
  force: boolean,
  report: Reporter,
): Plan[] {
  const { root, committed, only } = location
  const plans: Plan[] = []
  const taken = new Map<string, string>()
  for (const [id, folder] of Object.entries(committed)) {
    const harness = compilation.harnesses.get(id) ?? builtInHarnesses.find((known) => known.id === id)
    if (harness === undefined || (only !== undefined && !only.includes(id))) continue
    const shape = shapeOf(harness)
    if (shape === undefined) {
      report({
        code: 'option-value',
        message: `option "committed.${id}": the agents of ${id} have no folder of their own that could be copied`,
        hint: 'leave it out',
        harness: id,
      })
      continue
    }
    const dir = path.resolve(root, folder)
    const misplaced = misplacement(root, dir, id)
    if (misplaced !== undefined) {
      report({
        code: 'option-value',
        message: `option "committed.${id}": ${JSON.stringify(folder)} ${misplaced}`,
        hint: 'name a directory of the project, such as agents or .github/agents',
        harness: id,
      })
      continue
    }
    const other = taken.get(`${dir}\0${shape.pattern.source}`)
    if (other !== undefined) {
      report({
        code: 'option-value',
        message: `options "committed.${other}" and "committed.${id}" are one directory, and their copies have the same names`,
        hint: 'give each a directory of its own',
        harness: id,
      })
      continue
    }
    taken.set(`${dir}\0${shape.pattern.source}`, id)
    const ownership = ownedCopies(shape.pattern, path.resolve(root, location.out, id), shape.folder)
    const tree = copies(id, compilation.trees.get(id), shape)
    plans.push(plan(tree, dir, { force, ownership, label: labelOf(root, dir) }))
  }
  return plans
}

/** Why copies may not go to a directory; beside the agents' own directories they may. */
function misplacement(root: string, dir: string, harness: string): string | undefined {
  const below = path.relative(root, dir)
  if (below.startsWith('..') || path.isAbsolute(below)) return 'lies outside the project'
  const folders = ['skills', 'agents-native', `${harness}-extras`]
  const hit = folders.find((folder) => overlaps(dir, [path.join(root, folder)]) && below !== '')
  if (hit !== undefined) return `is, contains or lies within ${hit}/, which holds sources`
  return /^agents[\\/]/.test(below) ? 'lies within an agent' : undefined
}

/** How the files of a harness's agents are named. */
interface Shape {
  /** Their folder in the tree, with a final slash unless it is the top. */
  readonly folder: string
  /** Their names in it. Names of agents hold no dot, so `x.agent.md` is not taken for the copy of an `x.md`. */
  readonly pattern: RegExp
}

const SPECIAL_RE = /[\\^$.*+?()[\]{}|]/g
/** Stands for an agent's name; no layout has it in it. */
const NAME = 'agent-cortex-name'

function shapeOf({ layout }: Harness): Shape | undefined {
  const sample = layout.agent(NAME)
  const slash = sample.lastIndexOf('/') + 1
  const [before, after, ...more] = sample.slice(slash).split(NAME)
  if (before === undefined || after === undefined || more.length > 0) return undefined
  const pattern = new RegExp(`^${escape(before)}[^./]+${escape(after)}$`)
  return { folder: sample.slice(0, slash), pattern }
}

function escape(text: string): string {
  return text.replace(SPECIAL_RE, '\\$&')
}

/** The agents of a tree, directly in a directory. */
function copies(harness: string, tree: Tree | undefined, { folder, pattern }: Shape): Tree {
  const files = new Map<string, TreeFile>()
  for (const [path, file] of tree?.files ?? []) {
    if (!path.startsWith(folder)) continue
    const name = path.slice(folder.length)
    const { executable, from } = file
    if (pattern.test(name)) files.set(name, { path: name, content: file.content, executable, from })
  }
  return { harness, files }
}

/**
 * A copy is ours when it bears the marker. A native agent is copied byte for byte and bears none: its copy is ours when
 * it holds what the last build wrote as an agent into the tree, which that tree's own list still tells.
 */
function ownedCopies(pattern: RegExp, dir: string, folder: string): Ownership {
  let known: ReadonlySet<string> | undefined
  const marker = (text: string): boolean => {
    if (isMarked(text)) return true
    known ??= digestsIn(dir, folder)
    return known.has(hash('sha256', text))
  }
  return { kind: 'marker', pattern, marker }
}

function digestsIn(dir: string, folder: string): Set<string> {
  const digests = new Set<string>()
  for (const [file, digest] of readManifest(dir)?.files ?? [])
    if (file.startsWith(folder) && digest !== undefined) digests.add(digest)
  return digests
}
