export type { Detector, Detectors } from './detectors.ts'
export type { HarnessDocument } from './document.ts'
export type { EntryKind, HarnessEntry, HarnessFiles, HarnessStat } from './files.ts'
export type { Field, Frontmatter } from './frontmatter.ts'
export { loadAgentHarness, type LoadedHarness } from './load.ts'
export { memoryFiles } from './memory-files.ts'
export {
  type AgentHarness,
  descriptionOf,
  type DirectoryNode,
  type FileNode,
  type GroupNode,
  harnessesOf,
  type HarnessNode,
  type LeafNode,
  type NestedNode,
  nodesOf,
} from './model.ts'
export type { HarnessOptions } from './options.ts'
export { estimate, type TokenCounter } from './tokens.ts'
