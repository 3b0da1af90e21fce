export { adopt } from './adopt.ts'
export { type Budget, budgetOf, type Spread, type TargetCost } from './budget.ts'
export type { BudgetLimits } from './config.ts'
export type { Detector, Detectors } from './detectors.ts'
export { HarnessDocument } from './document.ts'
export type { Change } from './edits.ts'
export type { EntryKind, HarnessEntry, HarnessFiles, HarnessStat } from './files.ts'
export type { Field, Frontmatter } from './frontmatter.ts'
export { fixesOf } from './fix.ts'
export { checkBudget } from './limits.ts'
export { linesOf } from './lines.ts'
export { loadAgentHarness, type LoadedHarness } from './load.ts'
export { PRESETS, startOf } from './start.ts'
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
export { estimate, tokenCounter, type TokenCounter, type Tokenizer, TOKENIZERS } from './tokens.ts'
export { indexChanges } from './routing-index.ts'
export { type Route, Router, touches, uses } from './simulate.ts'
export { PROMPT_FORMATS, type PromptFormat, promptOf } from './prompt.ts'
export { type ListedEntry, type Visit, visit } from './visit.ts'
export { htmlOf } from './show/html.ts'
export { shownOf } from './show/json.ts'
export { mermaidOf } from './show/mermaid.ts'
export { budgetTable } from './show/table.ts'
export { treeOf } from './show/tree.ts'
