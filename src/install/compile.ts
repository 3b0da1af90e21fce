import path from 'node:path'
import type { ClientId } from '../clients/find.ts'
import { isAsked, sourceFolder } from '../build/guard.ts'
import { compileOptions } from '../build/flags.ts'
import { type Compilation, compile } from '../compiler/index.ts'
import type { Reporter } from '../diagnostics/index.ts'
import type { Tree } from '../tree/index.ts'
import type { Sources } from './request.ts'

/** What was made of the sources for one client. */
export interface Compiled {
  readonly compilation: Compilation
  /** Nothing where there are errors; they are in the compilation. */
  readonly tree: Tree | undefined
}

/** @param pluginRoot in place of what the map and the options say; nothing: as they say */
export function compileFor(
  client: ClientId,
  { root, options }: Sources,
  pluginRoot: string | undefined,
): Compiled {
  const flags = {
    harness: [client],
    ...(pluginRoot === undefined ? {} : { pluginRoot: { [client]: pluginRoot } }),
  }
  const compilation = compile(compileOptions(root, options, flags))
  isAsked(compilation, [client], compilation.diagnostics.report)
  const { diagnostics, trees } = compilation
  return { compilation, tree: diagnostics.hasErrors ? undefined : trees.get(client) }
}

/** Whether nothing of the sources lies where something is to be written; if not, that is reported. */
export function checkClear(
  { root }: Sources,
  compilation: Compilation,
  dirs: readonly string[],
  report: Reporter,
): boolean {
  const hits = dirs.flatMap((dir) => {
    const hit = sourceFolder(compilation, root, path.resolve(dir))
    return hit === undefined ? [] : [{ dir, hit }]
  })
  for (const { dir, hit } of hits) {
    report({
      code: 'output-foreign',
      message: `${JSON.stringify(dir)} is, contains or lies within ${hit}/, which holds sources`,
      hint: 'install to another directory',
    })
  }
  return hits.length === 0
}
