import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ModelRequest, systemOf, textsOf, toolsOf } from '../support/model-server.ts'
import { hasPi, type Pi, PiHome } from '../support/pi.ts'
import { composed, install, settings, SOURCES } from '../support/pi-project.ts'

/** What pi 1.6.0 gives where nobody chooses, and what the package brings. */
const USUAL = ['ask_questions', 'bash', 'edit', 'read', 'read_agent', 'task', 'wait_for_agents', 'write']

let home: PiHome
let project: string

beforeEach(async () => {
  home = new PiHome()
  await home.start()
  home.write('agent', { 'settings.json': settings([install(home, 'package')]) })
  project = home.write('project', SOURCES)
})
afterEach(() => home.stop())

const last = (): ModelRequest => home.model.requests.at(-1)!
const section = (request: ModelRequest): string | undefined =>
  /<agent_mode>\n([\s\S]*?)\n<\/agent_mode>/.exec(systemOf(request))?.[1]

interface Entry {
  id: string
  message?: { content: unknown }
}

/** Says something, and returns what the model was then asked. */
async function say(pi: Pi, text: string): Promise<ModelRequest> {
  await pi.prompt(text)
  return last()
}

describe.skipIf(!hasPi)('agent-modes in pi', () => {
  it('switches on, over and off: text, tools, model and status line (contract 6)', async () => {
    const pi = home.pi(project)
    const before = await say(pi, 'one')
    expect([before.model, toolsOf(before), section(before)]).toEqual(['first', USUAL, undefined])

    await pi.prompt('/mode plan')
    expect(pi.status('agent-mode')).toBe('mode: plan')
    const plan = await say(pi, 'two')
    expect(section(plan)).toBe(
      `Look with read.\n\nThe way: ${project}/skills/deep/tidy/SKILL.md, beside ${project}/agents/build/agent.md.`,
    )
    expect([plan.model, toolsOf(plan)]).toEqual(['first', ['find', 'read']])
    // Nothing else is wrong: which tools there are, the session knows better than the map.
    expect(pi.notes.filter((note) => note.startsWith('warning'))).toEqual([
      'warning: demo:plan goes without: pi has no tool "unmapped"',
    ])

    await pi.prompt('/mode demo:build')
    const build = await say(pi, 'three')
    expect([build.model, toolsOf(build), section(build)]).toEqual(['second', ['bash', 'edit'], 'Build it.'])

    await pi.prompt('/mode plan')
    expect((await say(pi, 'once more')).model).toBe('first')
    await pi.prompt('/mode build')
    await pi.prompt('/mode off')
    expect(pi.status('agent-mode')).toBeUndefined()
    const after = await say(pi, 'four')
    expect([after.model, toolsOf(after), section(after)]).toEqual(['first', USUAL, undefined])

    await pi.prompt('/mode paln')
    expect(pi.notes.at(-1)).toBe('error: there is no agent "paln"; did you mean "plan"? (known: build, plan)')
    await pi.close()
  })

  it('keeps the mode by name when pi is resumed, and still restores what was before it', async () => {
    const first = home.pi(project)
    await say(first, 'one')
    await first.prompt('/mode build')
    await say(first, 'two')
    await first.close()

    const pi = home.pi(project, ['--continue'])
    const resumed = await say(pi, 'three')
    expect(textsOf(resumed, 'user')).toEqual(['one', 'two', 'three'])
    expect([resumed.model, toolsOf(resumed), section(resumed)]).toEqual([
      'second',
      ['bash', 'edit'],
      'Build it.',
    ])
    expect(pi.status('agent-mode')).toBe('mode: build')
    await pi.prompt('/mode off')
    const after = await say(pi, 'four')
    expect([after.model, toolsOf(after), section(after)]).toEqual(['first', USUAL, undefined])
    await pi.close()

    const again = await say(home.pi(project, ['--continue']), 'five')
    expect([again.model, toolsOf(again), section(again)]).toEqual(['first', USUAL, undefined])
  })

  it('starts in a mode with --agent-mode; a wrong name is told, and in print mode no prompt is run', async () => {
    const right = await home.print(project, ['--agent-mode', 'plan', 'hi'])
    expect([right.stdout, await right.ended]).toEqual(['OK\n', 0])
    expect(toolsOf(last())).toEqual(['find', 'read'])
    expect(section(last())).toContain('Look with read.')

    const wrong = await home.print(project, ['--agent-mode', 'nobody', 'hi'])
    expect([wrong.stdout, await wrong.ended]).toEqual(['', 1])
    expect(wrong.stderr).toContain(
      'agent-cortex: --agent-mode: there is no agent "nobody"; known: build, plan; nothing is sent to a model\n',
    )
    expect(home.model.requests).toHaveLength(1)

    // Where a person sees it, pi runs on.
    const seen = home.pi(project, ['--agent-mode', 'nobody'])
    expect(section(await say(seen, 'hi'))).toBeUndefined()
    expect(seen.notes).toContain('error: --agent-mode: there is no agent "nobody"; known: build, plan')
    await seen.close()
  })

  it('picks up edits without a restart, and shows a broken agent as a warning while the rest works', async () => {
    const pi = home.pi(project)
    await pi.prompt('/mode plan')
    home.write('project', {
      'agents/plan/pi/how.md': 'Another way.\n',
      'agents/plan/pi/frontmatter.json': { description: 'Plans', tools: ['run'] },
      'agents/build/pi/frontmatter.json': '{ "description": }',
      'agents/lost/agent.md': 'Lost {{SECTION:gone}}.\n',
      'agents/lost/pi/frontmatter.json': { description: 'Has a hole', tools: ['*'] },
    })
    const plan = await say(pi, 'one')
    expect([toolsOf(plan), section(plan)]).toEqual([['bash'], 'Look with read.\n\nAnother way.'])
    const broken = pi.notes.filter((note) => note.startsWith('warning: agents/'))
    expect(broken).toEqual([
      expect.stringContaining('warning: agents/build/pi/frontmatter.json:1:18: '),
      expect.stringContaining('warning: agents/lost/agent.md:1:6: there is no section "gone"'),
    ])
    await say(pi, 'two')
    expect(pi.notes.filter((note) => note.startsWith('warning: agents/'))).toEqual(broken)

    await pi.prompt('/mode build')
    expect(pi.notes.at(-1)).toContain('error: there is no agent "build"')
    await pi.prompt('/mode lost')
    const lost = await say(pi, 'three')
    expect([toolsOf(lost), section(lost)]).toEqual([USUAL, 'Lost .'])
    await pi.close()
  })

  it('substitutes the tokens of a skill that is read, from any line on', async () => {
    const file = 'skills/deep/tidy/SKILL.md'
    const reads = [{ path: file }, { path: path.join(project, file), offset: 6, limit: 1 }]
    home.model.reply = (_request, number) =>
      number === 1 ? reads.map((args) => ({ tool: 'read', args })) : 'OK'
    const pi = home.pi(path.join(project, 'agents'))
    reads[0]!.path = `../${file}`
    const read = textsOf(await say(pi, 'read it'), 'tool')
    expect(read[0]).toBe(
      '---\nname: tidy\ndescription: Tidies\n---\n\nUse bash.\nThen {{TOOL:run}} and `${{ x }}`.\n',
    )
    expect(read[1]!.split('\n')[0]).toBe('Use bash.')
    await pi.close()
  })

  it('leaves the agents of a project that pi does not trust out, and says so', async () => {
    home.write('project', { '.pi/settings.json': {} })
    const { stderr } = await home.print(project, ['--agent-mode', 'plan', 'hi'])
    expect(stderr).toContain(`the agents of ${project} are left out: pi does not trust this project`)
    expect(home.model.requests).toEqual([])
  })

  it('finds the agents of installed trees and of the user; two trees that bring it do not stop pi', async () => {
    const trees = [
      install(home, 'one', { 'agents/plan.md': composed('plan', 'One plans.', 'tools: read, grep\n') }),
      install(home, 'two', {
        'agents/check.md': composed('check', 'Two checks.'),
        'agents/bad.md': '---\n: [\n---\n',
        'agents/copilot.agent.md': composed('copilot', 'Not for pi.'),
      }),
    ]
    home.write('agent', { 'settings.json': settings(trees), 'agents/mine.md': composed('mine', 'Mine.') })
    const pi = home.pi(home.write('elsewhere', { 'readme.txt': '' }))
    await pi.prompt('/mode plan')
    const plan = await say(pi, 'one')
    expect([toolsOf(plan), section(plan)]).toEqual([['grep', 'read'], 'One plans.'])
    await pi.prompt('/mode check')
    const check = await say(pi, 'two')
    expect([toolsOf(check), section(check)]).toEqual([USUAL, 'Two checks.'])
    await pi.prompt('/mode copilot')
    expect(pi.notes.at(-1)).toContain('error: there is no agent "copilot"')
    await pi.prompt('/mode mine')
    expect(section(await say(pi, 'three'))).toBe('Mine.')
    expect(pi.notes.filter((note) => note.startsWith('warning'))).toEqual([
      expect.stringContaining(`warning: ${trees[1]}/agents/bad.md: this agent cannot be used: `),
    ])
    await pi.close()
  })

  it('stands by its mode in a new session, and by each branch of one', async () => {
    const goto = home.write('goto', {
      'index.js':
        'export default (pi) => pi.registerCommand("goto", { handler: (id, ctx) => ctx.navigateTree(id) })',
    })
    const pi = home.pi(project, ['--agent-mode', 'build', '-e', path.join(goto, 'index.js')])
    expect(section(await say(pi, 'one'))).toBe('Build it.')
    await pi.ask({ type: 'new_session' })
    expect([toolsOf(await say(pi, 'two')), section(last())]).toEqual([['bash', 'edit'], 'Build it.'])
    await pi.prompt('/mode off')
    expect([toolsOf(await say(pi, 'three')), section(last())]).toEqual([USUAL, undefined])

    await pi.prompt('/mode build')
    expect(toolsOf(await say(pi, 'four'))).toEqual(['bash', 'edit'])

    const { entries } = (await pi.ask({ type: 'get_entries' })) as { entries: Entry[] }
    const three = entries.find(({ message }) => JSON.stringify(message?.content ?? '').includes('three'))
    const leaf = entries.at(-1)
    await pi.prompt(`/goto ${three!.id}`)
    expect(pi.status('agent-mode')).toBeUndefined()
    expect([toolsOf(await say(pi, 'five')), last().model, section(last())]).toEqual([
      USUAL,
      'first',
      undefined,
    ])
    await pi.prompt(`/goto ${leaf!.id}`)
    expect(pi.status('agent-mode')).toBe('mode: build')
    expect([toolsOf(await say(pi, 'six')), last().model]).toEqual([['bash', 'edit'], 'second'])
    expect(section(last())).toBe('Build it.')
    await pi.close()
  })

  it('composes the agents of a package that ships their sources', async () => {
    const sources = home.write('package', SOURCES)
    const pi = home.pi(home.write('elsewhere', { 'readme.txt': '' }))
    await pi.prompt('/mode plan')
    expect(section(await say(pi, 'one'))).toContain(`The way: ${sources}/skills/deep/tidy/SKILL.md`)
    await pi.close()
  })

  it('asks which mode, where no name is given', async () => {
    const pi = home.pi(project)
    void pi.prompt('/mode')
    const question = await pi.record(({ method }) => method === 'select')
    expect(question['options']).toEqual(['build: Builds', 'plan: Plans', 'off: no mode'])
    pi.send({ type: 'extension_ui_response', id: question['id'], value: 'plan: Plans' })
    await pi.until(() => pi.status('agent-mode') === 'mode: plan', 'the mode is on')
    await pi.close()
  })

  it('completes the names of agents behind /mode, and takes a key', () => {
    const script = path.resolve(import.meta.dirname, '../support/pi-session.mjs')
    const { stdout, stderr } = home.runNode([script, process.env['PI_SDK']!, project, '', 'pl', 'x'])
    const { completions, shortcuts } = JSON.parse(
      stdout.trim().split('\n').at(-1) || JSON.stringify({ stderr }),
    ) as {
      completions: ({ value: string }[] | null)[]
      shortcuts: [string, string][]
    }
    expect(completions.map((list) => list?.map(({ value }) => value))).toEqual([
      ['build', 'plan', 'off'],
      ['plan'],
      undefined,
    ])
    expect(shortcuts).toEqual([['alt+m', 'Choose a mode']])
  })
})
