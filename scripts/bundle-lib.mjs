// Bundles the compiled library with its dependencies into lib/bundle/: loading some 350 small files costs more than
// half of what a build of a thousand agents costs, loading a few large ones next to nothing. Types stay in lib/.
// They are CommonJS, for of that the compiled code can be kept between runs on every Node (src/loading/loader.ts).
// What is bundled need not be installed with the package, and stands with its licence in lib/bundle/LICENSES.md.
import { copyFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))

await build({
  root,
  configFile: false,
  logLevel: 'warn',
  // jsonc-parser's `main` is UMD, which hides its parts from a bundler.
  resolve: { mainFields: ['module', 'main'] },
  ssr: { noExternal: true, external: ['vite'], target: 'node' },
  build: {
    ssr: true,
    outDir: 'lib/bundle',
    emptyOutDir: true,
    target: 'node20.19',
    minify: false,
    license: { fileName: 'LICENSES.md' },
    rolldownOptions: {
      // Nearly all is one file; what is imported late is run late all the same.
      checks: { ineffectiveDynamicImport: false },
      input: { command: 'lib/cli/main.js', index: 'lib/index.js', program: 'lib/build/built.js' },
      output: {
        format: 'cjs',
        entryFileNames: '[name].cjs',
        chunkFileNames: '[name].cjs',
        codeSplitting: {
          groups: [
            // What a build takes, with all that it imports; the rest is loaded when it is wanted.
            { name: 'program', test: /[\\/]lib[\\/](?:build|compiler|plugin|cli[\\/]build)/ },
          ],
        },
      },
    },
  },
})

// The package's entry is an ES module with the names of the bundle.
copyFileSync(`${root}lib/loading/loader.js`, `${root}lib/bundle/loader.js`)
const names = Object.keys(createRequire(import.meta.url)(`${root}lib/bundle/index.cjs`))
writeFileSync(
  `${root}lib/bundle/index.js`,
  `import { start } from './loader.js'\n\nexport const { ${names.join(', ')} } = start('index.cjs')\n`,
)

// Last, for the state of an earlier build knows this program by the time of the bundle above.
await import('./bundle-extensions.mjs')
