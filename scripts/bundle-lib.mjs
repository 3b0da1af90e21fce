// Bundles the compiled library with its dependencies into lib/bundle/: loading some 350 small files costs more than
// half of what a build of a thousand agents costs, loading a few large ones next to nothing. Types stay in lib/.
// What is bundled need not be installed with the package, and stands with its licence in lib/bundle/LICENSES.md.
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
      input: { command: 'lib/cli/main.js', index: 'lib/index.js' },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
})

// Last, for the state of an earlier build knows this program by the time of the bundle above.
await import('./bundle-extensions.mjs')
