import fs from 'node:fs'
import type { Harness } from '../compose/harness.ts'
import { didYouMean, order, type Reporter } from '../diagnostics/index.ts'
import type { ExtraFile } from '../workspace/sources.ts'
import type { TokenMap } from '../workspace/token-map.ts'

/** Where the bundles lie: below the package's root, from `src/compiler` and `lib/bundle` alike. */
const BUNDLES = new URL('../../lib/', import.meta.url)
const PATH_RE = /^extensions\/[^/]+(?=\/?$)/
const ENTRY = 'index.js'

/**
 * Files of this package that go into a harness's tree because the map says that they bring a tool or a command there
 * (`provides`). What the project itself has at that place is its own and stays.
 */
export function broughtFiles(
  harness: Harness,
  map: TokenMap,
  extras: readonly ExtraFile[],
  report: Reporter,
): ExtraFile[] {
  const { id, brings = [] } = harness
  const ours = brings.map((name) => `extensions/${name}`)
  const files: ExtraFile[] = []
  const done = new Set<string>()
  for (const [key, value] of map.provides.get(id) ?? []) {
    const path = PATH_RE.exec(value)?.[0]
    if (path === undefined || done.size === done.add(path).size || isThere(path, extras)) continue
    const file = ours.includes(path) ? read(id, path) : undefined
    if (file !== undefined) files.push(file)
    else reportMissing(id, map, key, path, ours, report)
  }
  return files.toSorted((a, b) => order(a.target, b.target))
}

function isThere(path: string, extras: readonly ExtraFile[]): boolean {
  return extras.some(({ target }) => target === path || target.startsWith(`${path}/`))
}

function read(harness: string, path: string): ExtraFile | undefined {
  const target = `${path}/${ENTRY}`
  try {
    const bytes = fs.readFileSync(new URL(target, BUNDLES))
    return { harness, file: target, target, bytes, executable: false, brought: true }
  } catch {
    return undefined
  }
}

function reportMissing(
  harness: string,
  map: TokenMap,
  key: string,
  path: string,
  ours: readonly string[],
  report: Reporter,
): void {
  const at = map.place(['provides', harness, key])
  if (ours.includes(path)) {
    const hint = 'run pnpm build:lib in the checkout of agent-cortex, or install agent-cortex again'
    report({ code: 'extension-missing', message: `${path} is not built`, hint, harness, at })
    return
  }
  report({
    code: 'extension-missing',
    severity: 'warning',
    message: `the tree holds no ${path}, which is to bring ${JSON.stringify(key)}`,
    hint: didYouMean(path, ours) ?? `write it to ${harness}-extras/${path}, or name what else brings it`,
    harness,
    at,
  })
}
