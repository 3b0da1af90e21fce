export { type Compilation, compile, Compiler } from './compiler.ts'
export { NEUTRAL } from './neutral/harness.ts'
export type { AgentCortexOptions } from './options.ts'
export type { CompileOptions } from './settings.ts'
