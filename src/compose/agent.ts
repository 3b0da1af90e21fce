import type { Agent, BodilessAgent } from '../workspace/sources.ts'
import { Composed, type Trace } from './composed.ts'
import { type Context, silent } from './context.ts'
import { checkBaseKeys, resolveFrontmatter } from './frontmatter.ts'
import { appendRuns, KIND, OriginTable, slice, type Text } from './origins.ts'
import { SectionLookup } from './sections.ts'
import { resolveTokens } from './text.ts'
import { writeFrontmatter } from './yaml-writer.ts'

const INK_RE = /\S/

/**
 * Composes an agent for one harness; nothing when a mistake leaves nothing to write.
 * @param again the agent once more, for whoever asks later where the text came from; it may have gone by then
 */
export function composeAgent(
  context: Context,
  agent: Agent,
  again: () => Agent | BodilessAgent,
): Composed | undefined {
  const directory = agent.harnesses.get(context.harness.id)
  if (directory === undefined) return undefined
  const frontmatter = resolveFrontmatter(context, agent, directory)
  const { text, lost } = resolveTokens(context, agent.body, new SectionLookup(agent, context))
  const body = trimmed(text)
  // Where a mistake took text away, what is left says nothing.
  if (lost.length === 0) checkBody(context, agent, body.text)
  if (frontmatter === undefined || directory.frontmatter === undefined) return undefined
  const head = writeFrontmatter(context.harness, frontmatter, agent.directory)
  const length = head.length
  // Nothing of the agent may be held here: it is let go before the document is.
  return new Composed([head, body.text], () => trace(context, again(), length))
}

/** All that can be said of an agent that has no text: nothing is made of it, but no mistake hides another (rule O-3). */
export function checkBodiless(contexts: readonly Context[], agent: BodilessAgent): void {
  checkBaseKeys(contexts, agent)
  for (const context of contexts) {
    const directory = agent.harnesses.get(context.harness.id)
    if (directory !== undefined) resolveFrontmatter(context, agent, directory)
  }
}

function trace(context: Context, agent: Agent | BodilessAgent, head: number): Trace {
  const quiet = silent(context)
  const origins = new OriginTable()
  const frontmatter = agent.harnesses.get(context.harness.id)?.frontmatter?.source
  if (!('body' in agent) || frontmatter === undefined) return { runs: new Int32Array(), origins }
  const { text } = resolveTokens(quiet, agent.body, new SectionLookup(agent, quiet), origins)
  const body = trimmed(text)
  const runs = [0, head, origins.source(frontmatter), 0, KIND.frontmatter, -1]
  appendRuns(runs, body.runs, 0, body.text.length, head, true)
  return { runs: new Int32Array(runs), origins }
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
