// Bundles the extensions for pi, each into one file that needs nothing beside it: lib/extensions/<name>/index.js.
// CommonJS without line breaks, for pi 1.6.0 sends what looks like an ES module through Babel: 2 s at its first start.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))

for (const [name, entry] of [
  ['agent-modes', 'src/runtime/pi/modes/index.ts'],
  ['subagents', 'src/runtime/pi/subagents/index.ts'],
]) {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    // jsonc-parser's `main` is UMD, which hides its parts from a bundler.
    resolve: { mainFields: ['module', 'main'] },
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: entry,
      outDir: `lib/extensions/${name}`,
      // What is there is replaced in one step; somebody may be building with it.
      emptyOutDir: false,
      target: 'node22',
      minify: true,
      rolldownOptions: { output: { format: 'cjs', entryFileNames: 'index.js', codeSplitting: false } },
    },
  })
}

// The package's own type is `module`.
writeFileSync(`${root}/lib/extensions/package.json`, '{ "type": "commonjs" }\n')
