import fs from 'node:fs'
import type { Harness } from '../compose/harness.ts'
import { order, type Reporter } from '../diagnostics/index.ts'
import type { ExtraFile } from '../workspace/sources.ts'
import type { TokenMap } from '../workspace/token-map.ts'

/** Where the bundles lie: below the package's root, from `src/compiler` and `lib/bundle` alike. */
const BUNDLES = new URL('../../lib/extensions/', import.meta.url)
const NAME_RE = /^extensions\/([^/]+)\/?$/
const ENTRY = 'index.js'

/**
 * Files of this package that go into a harness's tree because the map says that they bring a tool or a command there
 * (`provides`). What the project itself has at that place is its own and stays.
 */
export function broughtFiles(
  { id, brings = [] }: Harness,
  map: TokenMap,
  extras: readonly ExtraFile[],
  report: Reporter,
): ExtraFile[] {
  const named = [...new Set(map.provides.get(id)?.values())].map((value) => NAME_RE.exec(value)?.[1] ?? '')
  const names = [...new Set(named)].filter((name) => brings.includes(name)).toSorted(order)
  return names.flatMap((name) => {
    const target = `extensions/${name}`
    if (extras.some((extra) => extra.target === target || extra.target.startsWith(`${target}/`))) return []
    const file = `${target}/${ENTRY}`
    try {
      const bytes = fs.readFileSync(new URL(`${name}/${ENTRY}`, BUNDLES))
      return [{ harness: id, file, target: file, bytes, executable: false, brought: true as const }]
    } catch {
      report({
        code: 'extension-missing',
        message: `${target} is not built`,
        hint: 'run pnpm build:lib in the checkout of agent-cortex, or install agent-cortex again',
        harness: id,
        at: map.keyPlace(['provides', id]),
      })
      return []
    }
  })
}
