import fs from 'node:fs'
import path from 'node:path'
import type { UserConfig } from 'vite'

/**
 * Whether the project builds something of its own with this configuration: an app (an `index.html`, or an input given
 * by the user or by a framework's plugin), a library, or a server bundle. Then its build stays exactly as it is: the
 * agents are composed beside it and no entries are added to it, which would be refused by some of its formats.
 */
export function hasOwnBuild({ root = '.', input, build = {}, environments = {} }: UserConfig): boolean {
  const builds = [build, environments.client?.build ?? {}]
  const given = builds.some(
    ({ lib, ssr, rolldownOptions, rollupOptions }) =>
      Boolean(lib) || Boolean(ssr) || isGiven(rolldownOptions?.input ?? rollupOptions?.input),
  )
  return given || isGiven(input) || fs.existsSync(path.resolve(root, 'index.html'))
}

function isGiven(input: unknown): boolean {
  return input !== undefined && (!Array.isArray(input) || input.length > 0)
}

/**
 * The configuration under which Vite writes, empties and copies nothing: the trees are written by the compiler's own
 * writer, and the agents' modules are empty.
 * @param out directory that holds the trees: rolldown makes its output directory even if nothing goes into it
 */
export function hostConfig(out: string): UserConfig {
  return {
    build: {
      outDir: out,
      emptyOutDir: false,
      copyPublicDir: false,
      reportCompressedSize: false,
      modulePreload: false,
      minify: false,
      // No input: what is to be composed is known when the build starts. Time in our hooks is the compiler's.
      rolldownOptions: { input: [], treeshake: false, checks: { pluginTimings: false } },
    },
  }
}
