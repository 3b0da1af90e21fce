import type { Context } from '../compose/context.ts'
import type { Harness, ManifestFile, Metadata } from '../compose/harness.ts'
import type { Deferred } from '../compose/native.ts'
import { PathIndex, type TreePlan } from '../compose/path-index.ts'
import { type Diagnostics, type Reporter, Source } from '../diagnostics/index.ts'
import { treePath } from '../harness/manifest.ts'
import type { Tree } from '../tree/tree.ts'
import { collectCopies } from '../workspace/extras.ts'
import type { Reader } from '../workspace/reader.ts'
import type { Agent, ExtraFile } from '../workspace/sources.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { Contents } from './composition.ts'
import { broughtFiles } from './brought.ts'
import type { PlannedHarness } from './harnesses/plan.ts'
import { fold, planLayout, sourceOf } from './layout.ts'
import { readComponents, readMarketplace, rootPlace } from './metadata.ts'
import type { Settings } from './settings.ts'
import { aliasesOf, inPlace } from './source-index.ts'
import { TreeBuilder } from './tree-builder.ts'

/** One harness of a run: what its tree will hold, and what it is composed with. */
export interface Target {
  harness: Harness
  plan: TreePlan
  manifests: readonly ManifestFile[]
  deferred: Deferred
  context: Context
  /** Where the sources serve in place: path in the harness's tree → source path. */
  aliases?: ReadonlyMap<string, string>
  /** Only where agents are not composed as they stand. */
  view?: AgentView
}

/** What a target makes of an agent before it is composed. */
interface AgentView {
  /** Nothing where it does not ship there. */
  of(context: Context, agent: Agent): Agent | undefined
  /** What that depends on, beside what is looked up: by identity. */
  inputs(context: Context, agent: Agent): unknown[]
}

interface TargetInput {
  harness: Harness
  workspace: Workspace
  deferred: Deferred
  settings: Settings
  /** Nothing where the plugin has no name; that is reported. */
  metadata: Metadata | undefined
  harnesses: readonly PlannedHarness[]
  reader: Reader
  report: Reporter
}

export function planTarget(input: TargetInput): Omit<Target, 'context'> {
  return input.settings.options.inPlace === true ? planInPlace(input) : planTree(input)
}

/** The tree is the project itself: each source lies where it lies. */
function planInPlace(input: TargetInput): Omit<Target, 'context'> {
  const { id } = input.harness
  const harness = inPlace(input.harness)
  const originals = input.workspace.extras.filter((extra) => extra.harness === id)
  const extras = originals.map((extra) => ({ ...extra, target: extra.file }))
  const layout = planLayout({ ...input, harness, exclude: [], extras })
  const { deferred } = input
  const aliases = aliasesOf(input.harness, layout, originals)
  return { harness, deferred, manifests: [], plan: { ...layout, manifests: [] }, aliases }
}

function planTree({
  harness,
  workspace,
  deferred,
  settings,
  metadata,
  harnesses,
  reader,
  report,
}: TargetInput): Omit<Target, 'context'> {
  const { id } = harness
  const options = settings.sound ? settings.options : {}
  const named = harness.ownsPluginJson ? namedFiles(harness, workspace, reader, report) : []
  const own = [...workspace.extras.filter((extra) => extra.harness === id), ...named]
  const extras = [...own, ...broughtFiles(harness, workspace.map, own, report)]
  const exclude = options.skills?.[id]?.exclude ?? []
  if (!harness.ownsPluginJson) reportForeignComponents(id, workspace, report)
  const layout = planLayout({ harness, workspace, deferred, exclude, extras, harnesses, report })
  const index = new PathIndex({ ...layout, manifests: [] })
  const manifests =
    metadata === undefined
      ? []
      : harness.manifest({
          metadata,
          marketplace: readMarketplace(workspace.root, options, metadata),
          components: readComponents(workspace.root),
          overrides: options.manifest?.[id] ?? {},
          has: (path) => index.has(path),
          top: index.top(),
          report: (problem) => report({ ...problem, harness: id }),
          place: (key) => rootPlace(workspace.root, key),
        })
  return { harness, deferred, manifests, plan: { ...layout, manifests: manifests.map(({ path }) => path) } }
}

/** The root `plugin.json` is in one client's format: its hooks and servers would mean nothing, or harm, in another's. */
function reportForeignComponents(harness: string, { root }: Workspace, report: Reporter): void {
  for (const key of Object.keys(readComponents(root))) {
    report({
      code: 'manifest-key',
      message: `${JSON.stringify(key)} of plugin.json is not for this harness and is left out`,
      hint: 'the option "manifest", or a directory <harness>-extras, is for what it shall have',
      harness,
      at: rootPlace(root, key),
    })
  }
}

/** Files and folders that the root `plugin.json` names as components: they go along (contract §5). */
function namedFiles(harness: Harness, workspace: Workspace, reader: Reader, report: Reporter): ExtraFile[] {
  const components = readComponents(workspace.root)
  const taken = new Set(
    workspace.extras.filter((extra) => extra.harness === harness.id).map(({ target }) => target),
  )
  return (harness.copiedComponents ?? []).flatMap((key) => {
    const paths = [components[key]].flat().filter((path) => typeof path === 'string')
    // What is not there is told by the harness, where the key stands.
    const present = paths.filter((path) => treePath(path) && reader.kind(treePath(path)!) !== undefined)
    const copies = collectCopies(
      reader,
      workspace.gitignore!,
      harness.id,
      Object.fromEntries(present.map((path) => [path, path])),
      report,
    )
    return copies.filter(({ target }) => !taken.has(target))
  })
}

export function buildTree(target: Target, contents: Contents, diagnostics: Diagnostics): Tree {
  return fillTree(target, contents, diagnostics).build()
}

/** What was composed for a target, and what goes along as it is. */
export function fillTree(
  { harness, plan, manifests, deferred }: Target,
  { agents, skills }: Contents,
  diagnostics: Diagnostics,
): TreeBuilder {
  const { report } = diagnostics
  const tree = new TreeBuilder(harness.id, report)
  for (const { path, json } of manifests) tree.json(path, json)
  const taken = new Set<string>()
  for (const [name, path] of plan.agents) {
    // Two agents on one path have been told as such.
    if (taken.size === taken.add(fold(path)).size) continue
    const native = deferred.get(name)
    const composed = agents.get(name)
    if (native !== undefined) tree.asset(path, native)
    else if (composed !== undefined) tree.composed(path, sourceOf(name), composed)
    else if (!diagnostics.hasErrors) reportLost(harness, name, report)
  }
  for (const [directory, { target }] of plan.skills) {
    // Two skills on one path have been told as such.
    if (taken.size === taken.add(fold(target)).size) continue
    const { texts, assets } = skills.get(directory)!
    for (const [below, composed] of texts)
      tree.composed(`${target}/${below}`, `${directory}/${below}`, composed)
    for (const [below, asset] of assets) tree.asset(`${target}/${below}`, asset)
  }
  for (const extra of plan.extras) {
    tree.asset(extra.target, extra)
    checkExtra(harness, extra, manifests, report)
  }
  return tree
}

/** The last guard against an agent that vanishes without a word. */
function reportLost(harness: Harness, name: string, report: Reporter): void {
  report({
    code: 'internal',
    message: `nothing could be composed of ${sourceOf(name)}, and no error says why`,
    hint: 'where the option "severity" silences the error, mend what it is about; else please report this',
    harness: harness.id,
    at: { file: sourceOf(name) },
  })
}

/** A file that the client parses must be one that it takes. */
function checkExtra(
  harness: Harness,
  extra: ExtraFile,
  manifests: readonly ManifestFile[],
  report: Reporter,
): void {
  const check = harness.fileCheck?.(extra.target, manifests[0]?.json ?? {})
  if (check === undefined) return
  const own: Reporter = (problem) => report({ ...problem, harness: harness.id })
  try {
    check(new Source(extra.file, new TextDecoder('utf-8', { fatal: true }).decode(extra.bytes)), own)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    own({
      code: 'not-utf8',
      message: 'this file is not UTF-8',
      hint: 'save it as UTF-8',
      at: { file: extra.file },
    })
  }
}
