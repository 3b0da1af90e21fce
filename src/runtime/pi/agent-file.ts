import { parseFrontmatter } from '../../compose/frontmatter-yaml.ts'
import { FRONTMATTER_BLOCK_RE } from '../../workspace/frontmatter-block.ts'

/** An agent as pi gets it. */
export interface PiAgent {
  /** With its prefix: `agent-cortex:plan`. */
  name: string
  description: string
  /** Nothing: those that the session has anyway. */
  tools: readonly string[] | undefined
  /** `provider/id`, or an id alone; nothing: the session's. */
  model: string | undefined
  body: string
}

/** What a source of agents holds, and what is wrong in it, each in a sentence. */
export interface Listing {
  agents: PiAgent[]
  problems: string[]
}

/**
 * Reads an agent in the form that our build writes for pi, and that pi's own subagent example reads: name and
 * description, tools as a list or separated by commas, model.
 * @returns a sentence where it cannot be used; nothing where the text is no agent
 */
export function readAgent(text: string): PiAgent | string | undefined {
  const plain = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  const block = FRONTMATTER_BLOCK_RE.exec(plain)
  if (block === null) return undefined
  const parsed = parseFrontmatter(block[1] ?? '')
  if ('problem' in parsed) return parsed.problem.message
  const { name, description, tools, model } = parsed.value
  if (typeof name !== 'string' || name.trim() === '') return 'it has no name'
  if (typeof description !== 'string') return 'it has no description'
  const list = toolList(tools)
  if (typeof list === 'string') return list
  const named = typeof model === 'string' && model !== '' && model !== 'inherit' ? model : undefined
  return { name, description, tools: list, model: named, body: plain.slice(block[0].length).trim() }
}

function toolList(tools: unknown): readonly string[] | undefined | string {
  if (tools === undefined) return undefined
  const items: unknown[] = typeof tools === 'string' ? tools.split(',') : Array.isArray(tools) ? tools : []
  const names = items.filter((item) => typeof item === 'string').map((item) => item.trim())
  const list = [...new Set(names.filter((item) => item !== ''))]
  if (list.length === 0) return 'its list of tools is empty'
  return list.includes('*') ? undefined : list
}
