export { agentCortex } from './agent-cortex.ts'
export type { BuildApi } from './build-plugin.ts'
export { BuildFailure } from './failure.ts'
