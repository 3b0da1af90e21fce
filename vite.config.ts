import { existsSync } from 'node:fs'
import { defineConfig } from 'vite'
// From the sources, so that `vite build` works before anything is compiled.
import { agentCortex } from './src/plugin/index.ts'

// The tree for pi holds extensions that are bundled from `src/runtime`; `pnpm build` bundles them anew.
if (!existsSync(new URL('lib/extensions', import.meta.url)))
  await import(new URL('scripts/bundle-extensions.mjs', import.meta.url).href)

export default defineConfig({
  plugins: [
    agentCortex({
      committed: { copilot: 'agents' },
      agentHarness: true,
      // Copilot CLI reads hooks/ of a plugin: in its tree, and in this repository where that is installed as one.
      copy: { copilot: { hooks: 'hooks' } },
      // npm knows one package of a name, and this repository is one; claude-extras/package.json names Claude's tree.
      manifest: { pi: { name: 'agent-cortex-pi' } },
    }),
  ],
})
