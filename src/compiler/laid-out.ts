import type { Reporter } from '../diagnostics/index.ts'
import { treePath } from '../harness/manifest.ts'
import type { RootFiles } from '../workspace/metadata.ts'
import { LAID_OUT, rootPlace } from './metadata.ts'
import type { Settings } from './settings.ts'

/**
 * Rule O-5: a key of `plugin.json` for what each tree lays out itself is left out of the manifests, which is told where it names a place that is neither that of the
 * sources nor that of an output: somebody may count on it.
 */
export function reportLaidOut(root: RootFiles, settings: Settings, report: Reporter): void {
  const values = (root.plugin?.value ?? {}) as Record<string, unknown>
  for (const key of LAID_OUT) {
    if (!Object.hasOwn(values, key)) continue
    const usual = usualPlaces(key, settings)
    const named = [values[key]].flat()
    if (named.every((path) => typeof path === 'string' && usual.has(treePath(path)))) continue
    report({
      code: 'manifest-key',
      message: `${JSON.stringify(key)} of plugin.json is left out: each tree has its ${key} where its client looks for them`,
      hint: `the sources are those in ${key}/; leave the key out, or write "${key}/"`,
      at: rootPlace(root, key),
    })
  }
}

function usualPlaces(key: string, { known, options, sound }: Settings): Set<string | undefined> {
  const { out = DEFAULT_OUT, committed = {} } = sound ? options : {}
  const trees = [DEFAULT_OUT, treePath(out)].filter((dir) => dir !== undefined)
  const copies = key === 'agents' ? Object.values(committed).map(treePath) : []
  const outputs = trees.flatMap((dir) => [...known.keys()].map((id) => `${dir}/${id}/${key}`))
  return new Set([key, ...outputs, ...copies.filter((dir) => dir !== undefined)])
}

const DEFAULT_OUT = 'dist'
