import type { Agent } from '../workspace/sources.ts'
import type { Context } from './context.ts'
import { resolveFrontmatter } from './frontmatter.ts'
import { appendRuns, KIND, OriginTable, slice, type Text } from './origins.ts'
import { SectionLookup } from './sections.ts'
import { TextComposer } from './text.ts'
import { tidy } from './tidy.ts'
import { writeFrontmatter } from './yaml-writer.ts'

/** One document made for one harness. */
export interface Composed {
  text: string
  /** Six numbers a run, as in `Origins` of a tree's file. */
  runs: Int32Array
  origins: OriginTable
}

const INK_RE = /\S/

/** Composes an agent for one harness; nothing when a mistake leaves nothing to write. */
export function composeAgent(context: Context, agent: Agent): Composed | undefined {
  const directory = agent.harnesses.get(context.harness.id)
  if (directory === undefined) return undefined
  const frontmatter = resolveFrontmatter(context, agent, directory)
  const origins = new OriginTable()
  const composer = new TextComposer(context, origins, new SectionLookup(agent, context))
  const body = trimmed(tidy(composer.compose(agent.body)))
  // Where a mistake took text away, what is left says nothing.
  if (!composer.lost) checkBody(context, agent, body.text)
  if (frontmatter === undefined || directory.frontmatter === undefined) return undefined
  const head = writeFrontmatter(context.harness, frontmatter, agent.directory)
  const runs = [0, head.length, origins.source(directory.frontmatter.source), 0, KIND.frontmatter, -1]
  appendRuns(runs, body.runs, 0, body.text.length, head.length, true)
  return { text: head + body.text, runs: new Int32Array(runs), origins }
}

/** Rule S-8: no blank lines at the start, one newline at the end; also where an empty section stood. */
function trimmed(body: Text): Text {
  const first = body.text.search(INK_RE)
  const start = first === -1 ? body.text.length : body.text.lastIndexOf('\n', first) + 1
  let end = body.text.length
  while (end - 1 > start && body.text[end - 1] === '\n' && body.text[end - 2] === '\n') end--
  const text = slice(body, start, end)
  return text.text === '' || text.text.endsWith('\n') ? text : { text: `${text.text}\n`, runs: text.runs }
}

function checkBody({ harness, report }: Context, agent: Agent, text: string): void {
  if (text.trim() === '') {
    // An empty file has been told when it was read.
    if (agent.body.text.trim() === '') return
    const message = 'nothing is left of the body: the agent has no instructions'
    report({ code: 'agent-md-empty', message, harness: harness.id, at: agent.body.span(0) })
    return
  }
  const limit = harness.limits.body
  if (limit === undefined || text.length <= limit) return
  report({
    code: 'body-too-long',
    message: `the body has ${text.length} characters; ${harness.client.name} takes ${limit}`,
    hint: 'move what is not always needed to a skill',
    harness: harness.id,
    at: agent.body.span(0),
  })
}
