/** The entry point of every harness. */
export const HARNESS_FILE = 'HARNESS.md'

/** At a harness's root: which files make a directory a leaf. */
export const DETECTORS_FILE = '.leaf-detectors'

/** Options of this tool, at a harness's root; hidden, so that no reader of the format takes it for content. */
export const CONFIG_FILE = '.agent-harness.json'

/** In any directory: this is a leaf. */
export const LEAF_FILE = '.harnessleaf'

/** The primary file of an Agent Skill. */
export const SKILL_FILE = 'SKILL.md'

/** The leaf type whose directories are loaded and run as Agent Skills. */
export const SKILL_TYPE = 'skill'

/** Markdown that may carry a description; other endings may not (rule V-9). */
export const MARKDOWN = '.md'

/** Rule R-1: upper case by Unicode's rules, the same in every locale. */
export function routingNameOf(topLevel: string): string {
  return topLevel.toUpperCase() + MARKDOWN
}

/** Rule V-1. */
export function isHidden(name: string): boolean {
  return name.startsWith('.')
}

/**
 * Rule V-2: what tools put into directories, and nobody means as content. A directory of such a name that holds its
 * routing file, or is marked as a leaf, is meant, and is read.
 */
export const SKIPPED_NAMES: readonly string[] = [
  'node_modules',
  '__pycache__',
  '.venv',
  'dist',
  'out',
  'build',
  'target',
]

/**
 * Routing names that mean something else to somebody: the first three are read by coding agents as instructions for
 * everything beside and below (Codex and others, Claude Code, Gemini CLI), the others are files of this format and of
 * Agent Skills, and what code hosts show.
 */
export const CLASHES: Readonly<Record<string, string>> = {
  'AGENTS.md': 'coding agents read every AGENTS.md as instructions for its directory',
  'CLAUDE.md': 'Claude Code reads every CLAUDE.md as instructions for its directory',
  'GEMINI.md': 'Gemini CLI reads every GEMINI.md as instructions for its directory',
  'SKILL.md': 'a directory with SKILL.md is a skill to most clients, and to skill=SKILL.md',
  'HARNESS.md': 'a directory with HARNESS.md looks like a harness of its own',
  'README.md': 'README.md is what people read, not what agents route by',
}
