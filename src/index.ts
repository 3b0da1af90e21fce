export { agentCortex } from './plugin/index.ts'
export { defineHarness, type HarnessDefinition } from './harness/index.ts'
export {
  type AgentHarness,
  type Budget,
  budgetOf,
  descriptionOf,
  type Detector,
  type Detectors,
  type DirectoryNode,
  type EntryKind,
  type Field,
  type FileNode,
  type Frontmatter,
  type GroupNode,
  type HarnessDocument,
  type HarnessEntry,
  type HarnessFiles,
  harnessesOf,
  type HarnessNode,
  type HarnessOptions,
  type HarnessStat,
  type LeafNode,
  loadAgentHarness,
  type LoadedHarness,
  memoryFiles,
  type NestedNode,
  nodesOf,
  type PromptFormat,
  promptOf,
  type Spread,
  type TargetCost,
  tokenCounter,
  type TokenCounter,
  type Tokenizer,
} from './agent-harness/index.ts'
export { DiskFiles } from './workspace/disk-files.ts'
export { type AgentCortexOptions, type Compilation, compile, type CompileOptions } from './compiler/index.ts'
export {
  apply,
  type ApplyOptions,
  type ApplyResult,
  plan,
  type Plan,
  type PlanOptions,
} from './tree/index.ts'
export type { Origins, Tree, TreeFile } from './tree/index.ts'
export type { Client, Harness, Layout, Limits, Marketplace, Metadata, Person } from './compose/harness.ts'
export type { Code, Diagnostic, Diagnostics, Severity, SeveritySetting } from './diagnostics/index.ts'
