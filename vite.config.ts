import { defineConfig } from 'vite'
// From the sources, so that `vite build` works before anything is compiled.
import { agentCortex } from './src/plugin/index.ts'

export default defineConfig({
  plugins: [agentCortex({ committed: { copilot: 'agents' } })],
})
