import { loadAgentHarness, memoryFiles } from '../../agent-harness/index.ts'
import { originAt } from '../../compose/origins.ts'
import { type Diagnostics, type Place, type Reporter, Source } from '../../diagnostics/index.ts'
import type { Tree, TreeFile } from '../../tree/tree.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { rootPlace } from '../metadata.ts'
import { GENERATED } from '../tree-builder.ts'
import { NEUTRAL } from './harness.ts'

/** What composing tells already, what is one sentence (that may hold what looks like two), and what harnesses of the project are told of as they are. */
const TOLD_RE = /^(?:skill-(?:frontmatter|name|key|value)|harness-description)$/
const NESTED_RE = /^harnesses\//

/** Holds the tree for no client against the format, and tells what is wrong where its sources stand. */
export function tellVerdict(tree: Tree, { root }: Workspace, report: Reporter): void {
  const contents = Object.fromEntries([...tree.files].map(([path, { content }]) => [path, content]))
  const files = memoryFiles(contents)
  const { diagnostics } = loadAgentHarness(files, '', { slug: NEUTRAL })
  for (const one of diagnostics.reports) {
    // Advice on wording is for those who write for readers of this format only.
    if (diagnostics.severityOf(one) === 'info') continue
    const { at, ...found } = one
    const { place, file } = placeOf(at)
    if (TOLD_RE.test(found.code) || (file !== undefined && NESTED_RE.test(file))) continue
    const made = file === undefined ? undefined : tree.files.get(file)
    // What is generated says what the project says of itself.
    const from =
      made === undefined || made.from === GENERATED ? rootPlace(root, 'description') : sourceOf(made, place)
    report({ ...found, harness: NEUTRAL, at: from })
  }
  tellReference(tree, loadAgentHarness(files, '', { slug: NEUTRAL, compat: true }).diagnostics, report)
}

/** What harnesses-ref gives up at, also where clients, and we, read on: StrictYAML, say, knows no `[a, b]`. */
function tellReference(tree: Tree, diagnostics: Diagnostics, report: Reporter): void {
  for (const one of diagnostics.reports) {
    if (diagnostics.severityOf(one) !== 'error') continue
    const { place, file } = placeOf(one.at)
    const made = file === undefined ? undefined : tree.files.get(file)
    if (made === undefined || made.from === GENERATED) continue
    report({
      code: one.code,
      severity: 'warning',
      message: `harnesses-ref refuses this: ${one.message}`,
      hint: one.hint ?? 'write a list or mapping on lines of its own, without brackets, anchors or tags',
      harness: NEUTRAL,
      at: sourceOf(made, place),
    })
  }
}

type Settled = Exclude<Place, () => unknown>

function placeOf(at: Place): { place: Settled; file: string | undefined } {
  const place = typeof at === 'function' ? at() : at
  return { place, file: place && ('source' in place ? place.source.file : place.file) }
}

/** Where a place in a file of the tree came from. */
function sourceOf({ from, origins }: TreeFile, place: Settled): Place {
  if (origins === undefined || place === undefined || !('source' in place)) return { file: from }
  const found = originAt(origins.runs, place.start)
  const source = found && origins.sources[found.source]
  return source instanceof Source ? source.span(found!.start) : { file: from }
}
