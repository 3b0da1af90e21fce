import type { FrontmatterFormat, Harness, Layout, NativeTools } from '../compose/harness.ts'
import { checkDefinition, type HarnessDefinition } from './definition.ts'

const DEFAULT_ORDER = ['name', 'description', 'tools', 'model', 'argumentHint']

const DEFAULT_LAYOUT: Layout = {
  agent: (name) => `agents/${name}.md`,
  skill: (path) => ['skills', ...path].join('/'),
}

/**
 * Describes one client as a target. Only `id` and the names of `nativeTools` are needed; what is left out is
 * the common form: `agents/<name>.md`, `skills/<path>/SKILL.md`, tools on one comma-separated line, no manifest.
 *
 * @example
 * defineHarness({ id: 'opencode', nativeTools: { names: ['bash', 'read', 'edit'] } })
 *
 * @throws TypeError when the definition is not one; the message names the part at fault
 */
export function defineHarness(definition: HarnessDefinition): Harness {
  checkDefinition(definition)
  const { id, client, schema, nativeTools, frontmatter, layout, limits, manifest, fileCheck } = definition
  const harness: Harness = {
    id,
    client: Object.freeze({
      name: id,
      version: 'unknown',
      checked: 'unknown',
      source: 'the project',
      ...client,
    }),
    schema: Object.freeze(
      Object.fromEntries(
        Object.entries(schema ?? {}).map(([name, field]) => [name, Object.freeze({ ...field })]),
      ),
    ),
    nativeTools: tools(nativeTools),
    frontmatter: format(frontmatter),
    layout: Object.freeze({ ...DEFAULT_LAYOUT, ...layout }),
    limits: Object.freeze({ ...limits }),
    manifest: manifest ?? (() => []),
    ownsPluginJson: definition.ownsPluginJson ?? false,
    brings: Object.freeze([...(definition.brings ?? [])]),
    copiedComponents: Object.freeze([...(definition.copiedComponents ?? [])]),
  }
  if (fileCheck !== undefined) harness.fileCheck = fileCheck
  Object.defineProperty(harness, DEFINED, { value: true })
  return Object.freeze(harness)
}

/** Registered, for a project's configuration may hold harnesses of another copy of this package. Spreading loses it. */
const DEFINED = Symbol.for('agent-cortex.harness')

/** Whether {@link defineHarness} made a value: what nobody checked would fail somewhere in the middle of a build. */
export function isDefined(value: unknown): value is Harness {
  return typeof value === 'object' && value !== null && DEFINED in value
}

function tools({ names, patterns, ignoreCase, sometimes }: HarnessDefinition['nativeTools']): NativeTools {
  return Object.freeze({
    names: Object.freeze([...names]),
    // Whoever tests a name with a pattern need not know whether its author thought of the anchors.
    patterns: Object.freeze(
      (patterns ?? []).map(({ source, flags }) => new RegExp(`^(?:${source})$`, flags)),
    ),
    ignoreCase: ignoreCase ?? false,
    sometimes: Object.freeze({ ...sometimes }),
  })
}

function format(given: Partial<FrontmatterFormat> = {}): FrontmatterFormat {
  return Object.freeze({
    tools: given.tools ?? 'comma',
    allTools: given.allTools ?? 'omit',
    order: Object.freeze([...(given.order ?? DEFAULT_ORDER)]),
    rename: Object.freeze({ ...given.rename }),
    unsupported: Object.freeze({ ...given.unsupported }),
  })
}
