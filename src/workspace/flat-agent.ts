import { type AgentContext, HIDDEN_RE } from './agent-files.ts'
import { FRONTMATTER_BLOCK_RE } from './frontmatter-block.ts'
import { isMarked } from './marker.ts'
import { nameOf } from './paths.ts'
import type { Entry } from './walk.ts'

const EXTENSION_RE = /(?:\.agent)?\.md$/

/** Rule S-1: a flat `agents/*.md` that is somebody's agent is told; what we copied there, and other text, is not. */
export function reportFlat({ reader, report }: AgentContext, entry: Entry): void {
  const name = nameOf(entry.path)
  if (!name.endsWith('.md') || HIDDEN_RE.test(name)) return
  const text = reader.text(entry.path, () => {}, entry.real)?.text
  if (text === undefined || isMarked(text) || !FRONTMATTER_BLOCK_RE.test(text)) return
  const directory = `agents/${name.replace(EXTENSION_RE, '')}`
  const move = `move its text to ${directory}/agent.md and its fields to ${directory}/<harness>/frontmatter.json`
  report({
    code: 'flat-agent',
    message: 'this flat agent is not built: an agent is a directory that holds agent.md',
    hint: `${move}; this version has no agent-cortex import that does so`,
    at: { file: entry.path },
  })
}
