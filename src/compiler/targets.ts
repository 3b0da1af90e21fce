import type { Context } from '../compose/context.ts'
import type { Metadata } from '../compose/harness.ts'
import type { UsedRows } from '../compose/map-check.ts'
import { deferredFor } from '../compose/native.ts'
import { PathIndex } from '../compose/path-index.ts'
import { PLUGIN_ROOT, resolveNamedPaths } from '../compose/paths.ts'
import type { Reporter } from '../diagnostics/index.ts'
import type { Reader } from '../workspace/reader.ts'
import type { TokenMap } from '../workspace/token-map.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { type PlannedHarness, planHarnesses } from './harnesses/plan.ts'
import { readMetadata, reportMarketplaceKeys } from './metadata.ts'
import { isEmpty, wrongDirectoryHint } from './no-sources.ts'
import { isWanted, neutralTarget } from './neutral/target.ts'
import type { Settings } from './settings.ts'
import { SourceIndex } from './source-index.ts'
import { planTarget, type Target } from './target.ts'

/** All that one run makes trees for, and what they have in common. */
export interface Targets {
  /** Nothing where the plugin has no name. */
  metadata: Metadata | undefined
  planned: readonly PlannedHarness[]
  /** Clients in build order, then the one for no client. */
  targets: readonly Target[]
}

interface Run {
  settings: Settings
  workspace: Workspace
  used: UsedRows
  report: Reporter
}

/** Settles, before anything is composed, where all will lie. @param reader nothing where there is no project */
export function makeTargets(reader: Reader | undefined, run: Run): Targets {
  const { settings, workspace } = run
  const isNeutral = isWanted(settings, workspace)
  if (reader === undefined) return { metadata: undefined, planned: [], targets: [] }
  const metadata = workspace.built.length > 0 || isNeutral ? metadataOf(run) : undefined
  const planned = plannedHarnesses(reader, isNeutral, run)
  const clients = workspace.built.map((id) => clientTarget(id, reader, metadata, planned, run))
  const targets = isNeutral ? [...clients, targetForNone(clients, planned, run)] : clients
  return { metadata, planned, targets }
}

function metadataOf({ settings, workspace, report }: Run): Metadata | undefined {
  const { root = process.cwd() } = settings.options
  // Of the wrong directory, that is all there is to say.
  const isElsewhere = isEmpty(workspace) && wrongDirectoryHint(root) !== undefined
  const options = settings.sound ? settings.options : {}
  const metadata = readMetadata(workspace.root, options, isElsewhere ? () => {} : report)
  reportMarketplaceKeys(workspace.root, metadata?.name, report)
  return metadata
}

function plannedHarnesses(
  reader: Reader,
  goesWhole: boolean,
  { settings, workspace, report }: Run,
): PlannedHarness[] {
  const { known, options, sound } = settings
  // In place, nothing is taken apart.
  const { agentHarnesses: forms = {} } = sound && options.inPlace !== true ? options : {}
  return planHarnesses({ reader, workspace, known: [...known.keys()], forms, goesWhole, report })
}

function clientTarget(
  id: string,
  reader: Reader,
  metadata: Metadata | undefined,
  harnesses: readonly PlannedHarness[],
  { settings, workspace, used, report }: Run,
): Target {
  const { map, natives, shared } = workspace
  const harness = settings.known.get(id)!
  const deferred = deferredFor(map, natives, id)
  const target = planTarget({ harness, workspace, deferred, settings, metadata, harnesses, reader, report })
  const root = settings.sound ? settings.options.pluginRoot?.[id] : undefined
  const { plan, aliases } = target
  const context: Context = {
    harness: target.harness,
    map,
    named: resolveNamedPaths(map, id, root, report),
    index: aliases === undefined ? new PathIndex(plan) : new SourceIndex(plan, aliases),
    shared,
    passUnknownTools: aliases !== undefined,
    report,
    look: noting(used, map),
  }
  return { ...target, context }
}

function targetForNone(
  targets: readonly Target[],
  planned: readonly PlannedHarness[],
  { settings, workspace, used, report }: Run,
): Target {
  const { map, shared } = workspace
  const clients = targets.map(({ context }) => context)
  const look = noting(used, map)
  return neutralTarget({ settings, workspace, planned, clients }, { shared, report, look })
}

function noting(used: UsedRows, map: TokenMap): Context['look'] {
  return (kind, name) => {
    if (kind === 'tool') used.tools.add(name)
    else if (kind === 'path') used.paths.add(map.paths.has(name) ? name : PLUGIN_ROOT)
  }
}
