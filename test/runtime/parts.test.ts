import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type PiAgent, readAgent } from '../../src/runtime/pi/agent-file.ts'
import { findAgent, readDirectory, unknownAgent, wordFor } from '../../src/runtime/pi/catalogue.ts'
import { completions } from '../../src/runtime/pi/modes/command.ts'
import { load } from '../../src/runtime/pi/modes/saved.ts'
import { overlaid } from '../../src/runtime/pi/modes/skill-reads.ts'
import { depth, mostWorkers } from '../../src/runtime/pi/subagents/limits.ts'
import { waitForAny } from '../../src/runtime/pi/subagents/wait.ts'
import { Worker } from '../../src/runtime/pi/subagents/worker.ts'
import { scratch } from '../support/trees.ts'

const agent = (name: string): PiAgent => ({
  name,
  description: 'x',
  tools: undefined,
  model: undefined,
  body: '',
})

const kept = (data: unknown) =>
  load({ sessionManager: { getBranch: () => [{ customType: 'agent-cortex-mode', data }] } } as never)

const read = (fields: string) => readAgent(`---\n${fields}---\n\nText.\n`)

describe('an agent file', () => {
  const named = 'name: a\ndescription: b\n'

  it.each([
    ['', undefined],
    ['tools: read, bash\n', ['read', 'bash']],
    ['tools: [read, read, bash]\n', ['read', 'bash']],
    ['tools: "*"\n', undefined],
  ])('gives the tools of %j', (line, tools) => {
    expect(read(named + line)).toEqual({
      name: 'a',
      description: 'b',
      tools,
      model: undefined,
      body: 'Text.',
    })
  })

  it('takes a model, but not "inherit"; line ends and a byte order mark do not matter', () => {
    expect(
      readAgent(`\uFEFF---\r\n${named.replaceAll('\n', '\r\n')}model: p/m\r\n---\r\nText.\r\n`),
    ).toMatchObject({
      model: 'p/m',
      body: 'Text.',
    })
    expect(read(`${named}model: inherit\n`)).toMatchObject({ model: undefined })
  })

  it.each([
    ['name: a\n', 'it has no description'],
    ['description: b\n', 'it has no name'],
    [`${named}tools: ""\n`, 'its list of tools is empty'],
    [`${named}tools: []\n`, 'its list of tools is empty'],
    ['name: [\n', expect.stringContaining('this is not YAML')],
  ])('says why it cannot use %j', (fields, problem) => expect(read(fields)).toEqual(problem))

  it('is no agent without frontmatter', () => expect(readAgent('# Readme\n')).toBeUndefined())
})

describe('names of agents', () => {
  const agents = [agent('a:plan'), agent('b:plan'), agent('b:check')]

  it('are short, for the first of those that share it', () => {
    expect(agents.map((each) => wordFor(agents, each))).toEqual(['plan', 'b:plan', 'check'])
    expect(['check', 'b:check', 'b:plan', 'plan', 'b'].map((word) => findAgent(agents, word)?.name)).toEqual([
      'b:check',
      'b:check',
      'b:plan',
      'a:plan',
      undefined,
    ])
  })

  it('are completed until one is whole: then Enter is to send it', () => {
    const typed = ['', 'p', 'b:', 'plan', 'b:plan', 'b:check', 'of', 'off', 'x']
    expect(typed.map((word) => completions(agents, word)?.map(({ value }) => value))).toEqual([
      ['plan', 'b:plan', 'check', 'off'],
      ['plan'],
      ['b:plan'],
      undefined,
      undefined,
      undefined,
      ['off'],
      undefined,
      undefined,
    ])
  })

  it('are told where one is wrong', () => {
    expect(unknownAgent([], 'x')).toBe('there is no agent "x": no agents were found')
    expect(unknownAgent(agents, 'xyz')).toBe('there is no agent "xyz"; known: b:plan, check, plan')
  })
})

describe('a read of a skill', () => {
  const raw = 'a {{T}}\nb\nc {{T}}\nd\n'
  const composed = 'a t\nb\nc t\nd\n'

  it.each([
    ['all of it', raw, 0, composed],
    ['a part, with a note after it', 'b\nc {{T}}\n\n[1 more line]', 1, 'b\nc t\n\n[1 more line]'],
    ['what is not the file', 'Sorry: {{T}}\nb', 0, 'Sorry: {{T}}\nb'],
    ['beyond its end', 'no such line', 9, 'no such line'],
    ['in a file with other lines', 'a {{T}}\nb', 1, 'a {{T}}\nb'],
  ])('is overlaid: %s', (_, text, start, expected) =>
    expect(overlaid(text, raw, composed, start)).toBe(expected),
  )
})

describe('a read of a skill with other line ends', () => {
  it.each([
    ['CRLF', 'a {{T}}\r\nb\r\nc {{T}}\r\nd', 0, undefined, 'a t\nb\nc t\nd'],
    ['CR', 'a {{T}}\rb\rc {{T}}\rd\r', 0, undefined, 'a t\nb\nc t\nd'],
    ['CR within', 'a {{T}}\nb\rc {{T}}\nd\n', 1, 'b\rc {{T}}\nd\n', 'b\nc t\nd\n'],
    ['a byte order mark', '\uFEFFa {{T}}\nb\nc {{T}}\nd\n\n\n', 0, 'a {{T}}\n', 'a t\n'],
    ['lines that are lost', 'a {{T}}\rb\rc {{T}}\rd\re', 0, undefined, 'a {{T}}\rb\rc {{T}}\rd\re'],
  ])('is whole: %s', (_, raw, start, text, expected) =>
    expect(overlaid(text ?? raw, raw, 'a t\nb\nc t\nd\n', start)).toBe(expected),
  )
})

describe.skipIf(process.platform === 'win32')('a pipe', () => {
  it('among agents is told, and not waited for', () => {
    const directory = scratch()
    execFileSync('mkfifo', [path.join(directory, 'x.md')])
    expect(readDirectory(directory)).toEqual({
      agents: [],
      problems: [`${path.join(directory, 'x.md')}: this agent cannot be used: it is no regular file`],
    })
  })
})

describe('the mode that a session file keeps', () => {
  const original = { tools: ['read'], model: 'p/m', thinking: 'off' }
  const saved = { mode: 'a', original, tools: null, model: null }
  it('is taken where it is whole', () => {
    for (const data of [
      saved,
      { ...saved, original: null },
      { ...saved, original: { ...original, model: null } },
    ])
      expect(kept(data)).toEqual(data)
  })

  it.each([{ model: 5 }, { tools: [5] }, { thinking: {} }])('is left where it is not: %j', (change) =>
    expect(kept({ ...saved, original: { ...original, ...change } })).toBeUndefined(),
  )
})

describe('bounds of workers', () => {
  it.each([
    [{}, 0, 8],
    [{ AGENT_CORTEX_DEPTH: '1' }, 1, 2],
    [{ AGENT_CORTEX_DEPTH: '2' }, 2, 0],
    [{ AGENT_CORTEX_DEPTH: '-1' }, 2, 0],
    [{ AGENT_CORTEX_DEPTH: '' }, 2, 0],
  ])('%j', (environment, deep, most) => {
    expect([depth(environment), mostWorkers(deep)]).toEqual([deep, most])
  })
})

describe('a wait', () => {
  const spec = {
    prompt: '',
    cwd: process.cwd(),
    agent: undefined,
    body: undefined,
    tools: undefined,
    model: undefined,
    thinking: undefined,
  }
  /** A process that lives some milliseconds in the place of pi. */
  const worker = (id: string, milliseconds: number, code = 0): Worker =>
    new Worker(id, spec, [process.execPath, '-e', `setTimeout(() => process.exit(${code}), ${milliseconds})`])

  it('ends with the first that ends, hands out each output once, and then waits for the rest', async () => {
    const workers = [worker('one', 0, 3), worker('two', 60_000)]
    expect(await waitForAny(workers, 20_000, undefined)).toMatch(
      /^one failed after \d s\nproblem: pi ended with exit code 3\n\ntwo is running/,
    )
    expect(await waitForAny(workers, 50, undefined)).toMatch(
      /^the time is up[^]*\n\none failed[^]*handed out before/,
    )
    const broken = new AbortController()
    const waiting = waitForAny(workers, 20_000, broken.signal)
    broken.abort()
    expect(await waiting).toMatch(/^the wait was broken off/)
    await workers[1]!.stop()
    expect(workers.map(({ status }) => status)).toEqual(['failed', 'stopped'])
    expect(await waitForAny(workers, 20_000, undefined)).toMatch(/two stopped after/)
    // None is running any more: nothing to wait for.
    expect(await waitForAny(workers, 60_000, undefined)).not.toContain('the time is up')
  })

  it('takes a program that is not there for a worker that failed', async () => {
    const missing = new Worker('one', spec, ['/nowhere/pi'])
    expect(await waitForAny([missing], 10_000, undefined)).toMatch(/^one failed after 0 s\nproblem: .*ENOENT/)
  })
})
