import type { FoundClient } from '../find.ts'
import { failed, type Loaded, type LoadedAgent, type LoadedPart, type Problem } from '../loaded.ts'
import type { Scratch } from '../scratch.ts'
import type { AgentFile, ClientTree } from '../tree.ts'
import { problemsIn } from './log.ts'
import { startSession } from './session.ts'
import { resolveTools } from './tools.ts'
import { validate } from './validate.ts'

/** Loads a tree as Claude Code loads a plugin, in sessions that end before they ask for a login. */
export async function load(client: FoundClient, tree: ClientTree, scratch: Scratch): Promise<Loaded> {
  const log = `${scratch.dir}/debug.log`
  const [validated, answer] = await Promise.all([
    validate(client, tree, scratch),
    startSession(client, scratch, ['--plugin-dir', tree.dir, '--debug-file', log]),
  ])
  if ('fault' in answer) return failed(answer.fault, validated.problems)
  const { value: init } = answer
  const loaded = inSession(init.agents, tree.agents)
  const resolved = await resolveTools(client, tree, loaded, scratch)
  const agents = resolved === 'untold' ? loaded.map(withoutTools) : resolved
  // The session says the same of them, without the file.
  const isChecked = validated.problems.some(({ severity }) => severity === 'error')
  const problems = [
    ...validated.problems,
    ...(resolved === 'untold' ? [UNTOLD] : []),
    ...(isChecked ? [] : (init.plugin_errors ?? []).map(({ message = '' }) => problem(message, tree))),
  ]
  return {
    agents,
    // A session lists neither those without a description nor those that only the model may call.
    skills: skillsIn([...init.skills, ...init.slash_commands, ...validated.skills], tree),
    hooks: validated.hooks,
    problems: withLog(problems, problemsIn(log, tree)),
  }
}

const UNTOLD: Problem = {
  message: 'this version shows all tools to every agent, so what an agent gets of its list cannot be told',
  severity: 'warning',
}

function withoutTools({ id, file, tools }: AgentFile): LoadedAgent {
  return { name: id, file, tools: tools === 'all' ? tools : null, lost: [], notes: [] }
}

/** Of files with one id, Claude Code keeps one; which one it does not tell. */
function inSession(names: readonly string[], agents: readonly AgentFile[]): AgentFile[] {
  const left = new Set(names)
  return agents.filter(({ id }) => left.delete(id))
}

/** A skill is called after its folder, with its own name behind where that is another. */
function skillsIn(names: readonly string[], tree: ClientTree): LoadedPart[] {
  const left = new Set(names)
  return tree.skills.flatMap(({ file, folder }) => {
    const id = `${tree.name}:${folder}`
    const name = [...left].find((one) => one === id || one.startsWith(`${id} (`))
    if (name === undefined || !left.delete(name)) return []
    return [{ name, file }]
  })
}

function problem(message: string, { dir }: ClientTree): Problem {
  return { message: message.replaceAll(`${dir}/`, ''), severity: 'error' }
}

/** The log says much a second time, in other words. */
function withLog(problems: readonly Problem[], logged: readonly Problem[]): Problem[] {
  const told = new Set(problems.map(({ file }) => file))
  const isNew = ({ file }: Problem): boolean =>
    !told.has(file) && (file !== undefined || problems.length === 0)
  return [...problems, ...logged.filter(isNew)]
}
