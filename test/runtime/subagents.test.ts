import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { identityOf } from '../../src/runtime/pi/subagents/identity.ts'
import { until } from '../support/cli.ts'
import {
  type ModelRequest,
  NEVER,
  REFUSED,
  type Reply,
  systemOf,
  textsOf,
  toolsOf,
} from '../support/model-server.ts'
import { hasPi, type Pi, PiHome } from '../support/pi.ts'
import { composed, install, settings, SOURCES } from '../support/pi-project.ts'

let home: PiHome
let project: string

beforeEach(async () => {
  home = new PiHome()
  await home.start()
  const scout = composed('scout', 'You scout.', 'tools: read, task, ls\nmodel: mock/second\n')
  home.write('agent', { 'settings.json': settings([install(home, 'package', { 'agents/scout.md': scout })]) })
  project = home.write('project', SOURCES)
})
afterEach(() => home.stop())

/** What the person said to the agent that asks: tells the parent's requests from its workers'. */
const asked = (request: ModelRequest): string => textsOf(request, 'user')[0] ?? ''
const worker = (request: ModelRequest): boolean => asked(request).startsWith('work')
/** Results of tools that a request hands back. */
const results = (request: ModelRequest): string[] => textsOf(request, 'tool')

/** Answers the parent with one call after the other, and then with text. */
function script(...calls: { tool: string; args: object }[]): (request: ModelRequest) => Reply {
  return (request) => {
    const call = calls[results(request).length]
    return call === undefined ? 'DONE' : [call]
  }
}

/** Process numbers of the workers that are written down. */
function workerPids(): number[] {
  const base = path.join(home.root, 'agent/agent-cortex/workers')
  return names(base).flatMap((directory) =>
    names(path.join(base, directory))
      .filter((name) => name.startsWith('worker-'))
      .map(
        (name) => (JSON.parse(readFileSync(path.join(base, directory, name), 'utf8')) as { pid: number }).pid,
      ),
  )
}

function names(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}

/** Says something, and returns the results that the tools gave. */
async function resultsOf(pi: Pi, text: string): Promise<string[]> {
  await pi.prompt(text)
  return results(home.model.requests.filter((request) => !worker(request)).at(-1)!)
}

describe.skipIf(!hasPi)('subagents in pi', () => {
  it('starts agents in the background, waits until one ends, and reads what it said', async () => {
    const parent = script(
      { tool: 'task', args: { prompt: 'work on one', agent: 'scout' } },
      { tool: 'task', args: { prompt: '@work on two', cwd: 'agents' } },
      { tool: 'wait_for_agents', args: { ids: ['agent-1', 'agent-2'], timeout_seconds: 20 } },
      { tool: 'wait_for_agents', args: { ids: ['agent-1', 'agent-2'], timeout_seconds: 0.2 } },
      { tool: 'read_agent', args: { id: 'agent-1' } },
      { tool: 'read_agent', args: { id: 'agent-2' } },
      { tool: 'read_agent', args: { id: 'agent-9' } },
    )
    home.model.reply = (request) => {
      if (asked(request).startsWith('@work')) return NEVER
      return worker(request) ? 'REPORT of one' : parent(request)
    }
    const pi = home.pi(project)
    const told = await resultsOf(pi, 'go')
    expect(told.slice(0, 2)).toEqual([
      `started agent-1: scout in ${project}`,
      `started agent-2: a general worker in ${project}/agents`,
    ])
    expect(told[2]).toMatch(
      /^agent-1 \(scout\) completed after \d+ s\nREPORT of one\n\nagent-2 is running for \d+ s$/,
    )
    expect(told[3]).toMatch(
      /^the time is up and none of them has ended\n\nagent-1 .* read_agent shows it again\n\nagent-2 is running/,
    )
    expect(told[4]).toMatch(/^agent-1 \(scout\) completed after \d+ s\nREPORT of one$/)
    expect(told[5]).toMatch(/^agent-2 is running for \d+ s$/)
    expect(told[6]).toBe('there is no agent with the id agent-9; there are agent-1, agent-2')

    const one = home.model.requests.find((request) => asked(request).startsWith('work on one'))!
    expect([one.model, toolsOf(one)]).toEqual(['second', ['ls', 'read', 'task']])
    expect(systemOf(one)).toContain('You scout.')
    const two = home.model.requests.find((request) => asked(request).startsWith('@work'))!
    expect([two.model, toolsOf(two)]).toEqual([
      'first',
      ['ask_questions', 'bash', 'edit', 'read', 'read_agent', 'task', 'wait_for_agents', 'write'],
    ])
    expect(systemOf(two)).toContain(`<cwd>\n${project}/agents\n</cwd>`)
    expect(pi.status('agents')).toBe('1 agent running')

    const [left] = workerPids()
    await pi.close()
    expect(identityOf(left!)).toBeUndefined()
    expect(names(path.join(home.root, 'agent/agent-cortex/workers'))).toEqual([])
  })

  it('gives a worker an agent of the project, with tools of the session only', async () => {
    const call = { tool: 'task', args: { prompt: 'work', agent: 'plan' } }
    const wait = { tool: 'wait_for_agents', args: {} }
    const parent = script(call, wait)
    home.model.reply = (request) => (worker(request) ? 'DID' : parent(request))
    const pi = home.pi(project, ['--tools', 'read,task,wait_for_agents'])
    const [started] = await resultsOf(pi, 'go')
    expect(started).toBe(`started agent-1: plan in ${project}; this session cannot give it find, unmapped`)
    const request = home.model.requests.find(worker)!
    expect([request.model, toolsOf(request)]).toEqual(['first', ['read']])
    expect(systemOf(request)).toContain(`The way: ${project}/skills/deep/tidy/SKILL.md`)
    await pi.close()
  })

  it('takes its workers along when it is killed, those below them, and the commands that they run', async () => {
    const file = path.join(project, 'pid')
    const command = `sleep 600 & echo $! > ${file}.new; mv ${file}.new ${file}; wait`
    home.model.reply = (request) => {
      if (results(request).length > 0) return NEVER
      if (asked(request) === 'work below') return [{ tool: 'bash', args: { command } }]
      return [{ tool: 'task', args: { prompt: asked(request) === 'go' ? 'work' : 'work below' } }]
    }
    const pi = home.pi(project)
    pi.send({ type: 'prompt', message: 'go' })
    await pi.until(() => existsSync(file), 'the command below runs')
    const pids = [...workerPids(), Number(readFileSync(file, 'utf8'))]
    expect(pids.map((pid) => identityOf(pid))).toEqual(Array(3).fill(expect.any(String)))
    await pi.kill()
    await pi.until(() => pids.every((pid) => identityOf(pid) === undefined), 'all of them are gone')
    // The deepest could start no more.
    const deepest = home.model.requests.find((request) => asked(request) === 'work below')!
    expect(toolsOf(deepest)).toEqual(['ask_questions', 'bash', 'edit', 'read', 'write'])
  })

  it('cleans up at its start what a killed process could not', async () => {
    const left = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' })
    const other = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' })
    try {
      const write = (name: string, owner: object): string =>
        home.write(`agent/agent-cortex/workers/${name}`, {
          'owner.json': owner,
          'worker-agent-1.json': { pid: left.pid, identity: identityOf(left.pid!) },
          'worker-agent-2.json': { pid: other.pid, identity: 'of an earlier process' },
        })
      write('1-gone', { pid: 4_000_000, identity: 'gone' })
      await home.print(project, ['hi'])
      await until(() => identityOf(left.pid!) === undefined, 'what was left is gone')
      expect(identityOf(other.pid!)).toBeDefined()
      expect(names(path.join(home.root, 'agent/agent-cortex/workers'))).toEqual([])
    } finally {
      left.kill('SIGKILL')
      other.kill('SIGKILL')
    }
  })

  it('leaves a name to the extension that has it already', async () => {
    const other = path.join(
      home.write('other', {
        'index.js': `export default (pi) => pi.registerTool({
          name: 'task', label: 'task', description: 'of another', parameters: { type: 'object', properties: {} },
          execute: async () => ({ content: [{ type: 'text', text: 'theirs' }], details: {} }),
        })`,
      }),
      'index.js',
    )
    const pi = home.pi(project, ['-e', other])
    home.model.reply = script({ tool: 'task', args: {} })
    expect(await resultsOf(pi, 'go')).toEqual(['theirs'])
    expect(pi.notes).toContain(
      `warning: the tool task is that of ${other}; the one of agent-cortex is left out`,
    )
    expect(toolsOf(home.model.requests[0]!)).toContain('wait_for_agents')
    await pi.close()
  })

  it('tells the model of a task that cannot be', async () => {
    home.model.reply = script(
      { tool: 'task', args: { prompt: 'work', agent: 'scuot' } },
      { tool: 'task', args: { prompt: 'work', cwd: 'nowhere' } },
      { tool: 'task', args: { prompt: 'work', model: 'mock/third' } },
      { tool: 'wait_for_agents', args: {} },
    )
    const pi = home.pi(project)
    expect(await resultsOf(pi, 'go')).toEqual([
      'there is no agent "scuot"; did you mean "scout"? (known: build, plan, scout)',
      `there is no directory ${project}/nowhere`,
      'pi has no model "mock/third"',
      'no agent was started in this session',
    ])
    const ends = pi.records.filter(({ type }) => type === 'tool_execution_end')
    expect(ends.map(({ isError }) => isError)).toEqual([true, true, true, true])
    await pi.close()
  })

  it('says that a worker failed, and why', async () => {
    const parent = script({ tool: 'task', args: { prompt: 'work' } }, { tool: 'wait_for_agents', args: {} })
    home.model.reply = (request) => (worker(request) ? REFUSED : parent(request))
    const pi = home.pi(project)
    expect((await resultsOf(pi, 'go'))[1]).toMatch(
      /^agent-1 failed after \d+ s\nproblem: .*this model says no/,
    )
    await pi.close()
  })

  it('asks the person, one question after the other', async () => {
    const questions = [
      { question: 'Which?', options: ['left', { label: 'right', description: 'the other' }] },
      { question: 'Why?' },
    ]
    home.model.reply = script({ tool: 'ask_questions', args: { questions } })
    const pi = home.pi(project)
    const done = resultsOf(pi, 'go')
    const which = await pi.record(({ method }) => method === 'select')
    expect([which['title'], which['options']]).toEqual([
      'Which?',
      ['left', 'right: the other', 'something else …'],
    ])
    pi.send({ type: 'extension_ui_response', id: which['id'], value: 'right: the other' })
    const why = await pi.record(({ method }) => method === 'input')
    pi.send({ type: 'extension_ui_response', id: why['id'], value: 'because' })
    expect(await done).toEqual(['Which?\n→ right\n\nWhy?\n→ because'])
    await pi.close()
  })

  it('says so where nobody is there to be asked', async () => {
    home.model.reply = script({ tool: 'ask_questions', args: { questions: [{ question: 'Which?' }] } })
    await home.print(project, ['go'])
    expect(results(home.model.requests.at(-1)!)).toEqual([
      'nobody is here to answer: decide yourself, and say what you have assumed',
    ])
  })
})
