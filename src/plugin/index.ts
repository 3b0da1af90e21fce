export { agentCortex } from './agent-cortex.ts'
export { BuildFailure } from './failure.ts'
