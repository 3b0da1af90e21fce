export { type Compilation, compile, Compiler } from './compiler.ts'
export type { AgentCortexOptions } from './options.ts'
export type { CompileOptions } from './settings.ts'
