import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkout, REPOSITORY, sources } from '../support/checkout.ts'
import { claudeStart, copilotStart, piSkills, ready } from '../support/client-programs.ts'
import { systemOf } from '../support/model-server.ts'
import { type Block, readPage, sections } from '../support/page.ts'
import { hasPi, PiHome } from '../support/pi.ts'
import { settings } from '../support/pi-project.ts'
import { listing, publish, type Published } from '../support/published.ts'
import type { Ran } from '../support/shell-run.ts'
import { put, scratch } from '../support/trees.ts'

/*
 * The package as npm would publish it from a clone, and what whoever installs it can do with it. It is packed once, from a
 * copy, and installed from a registry on this machine.
 */
const MINUTES = 60_000
const TOP = `
  .claude-plugin .github CHANGELOG.md LICENSE README.md agents agents-native bin dist docs hooks lib package.json plugin.json schemas skills
  token-map.README.md token-map.json`
const README = fs.readFileSync(path.join(REPOSITORY, 'README.md'), 'utf8')
const AGENTS = ['plan', 'ralph', 'ralph-plan', 'strategy']

let it: Published
beforeAll(async () => {
  it = await publish()
}, 3 * MINUTES)
afterAll(() => it?.remove())

let names: string[] | undefined
const files = (): string[] => (names ??= [...listing(it.tarball).keys()])
const below = (folder: string): string[] => files().filter((file) => file.startsWith(`${folder}/`))

const PATH_RE = /^[\w./-]*\w/

/** Without how long it took. */
function timeless(text: string): string {
  return text.replace(/in \d+ ms$/m, 'in … ms')
}

/** What npm would publish of a folder. */
async function shipped(folder: string): Promise<string[]> {
  const out = scratch()
  const { code, stderr } = await it.run(`npm pack '${folder}' --pack-destination '${out}'`)
  expect(code, stderr).toBe(0)
  return [...listing(path.join(out, fs.readdirSync(out)[0]!)).keys()].toSorted()
}

describe('the tarball', () => {
  test('holds nothing but the command, the library, the sources, the trees, the schemas and the docs', () => {
    const top = new Set(files().map((file) => file.split('/')[0]))
    const may = TOP.trim().split(/\s+/)
    expect([...top].filter((name) => !name!.endsWith('-extras')).toSorted()).toEqual(may)
    const LIB_RE = /^lib\/(?:bundle\/[\w-]+\.c?js|bundle\/LICENSES\.md|extensions\/.+|.+\.d\.ts)$/
    expect(below('lib').filter((file) => !LIB_RE.test(file))).toEqual([])
    const STRAY_RE = /node_modules|\.agent-cortex|\.test\.|\.tgz$|\.map$|left-over/
    expect(files().filter((file) => STRAY_RE.test(file))).toEqual([])
  })

  test('holds the sources as git has them', () => {
    for (const folder of [
      'agents',
      'agents-native',
      'docs',
      'schemas',
      'skills',
      '.claude-plugin',
      '.github/plugin',
    ])
      expect(below(folder).toSorted(), folder).toEqual(sources(folder).toSorted())
  })

  test('holds each tree whole', () => {
    const agents = (harness: string): string[] =>
      below(`dist/${harness}/agents`).map((file) => path.basename(file))
    expect(agents('copilot').toSorted()).toEqual(AGENTS.map((name) => `${name}.agent.md`).toSorted())
    expect(agents('claude').toSorted()).toEqual(AGENTS.map((name) => `${name}.md`).toSorted())
    expect(agents('pi').toSorted()).toEqual(AGENTS.map((name) => `${name}.md`).toSorted())
    const skills = sources('skills').toSorted()
    expect(skills.length).toBeGreaterThan(20)
    for (const harness of ['copilot', 'pi'])
      expect(below(`dist/${harness}/skills`).toSorted()).toEqual(
        skills.map((file) => `dist/${harness}/${file}`),
      )
    // Claude Code finds skills in one folder only; ours lie in groups.
    const flat = skills.map((file) => file.replace(/^skills\/[^/]+\//, 'dist/claude/skills/'))
    expect(below('dist/claude/skills').toSorted()).toEqual(flat.toSorted())
    for (const file of [
      'dist/claude/.claude-plugin/plugin.json',
      'dist/claude/.claude-plugin/marketplace.json',
      'dist/copilot/plugin.json',
      'dist/copilot/.github/plugin/marketplace.json',
      'dist/pi/package.json',
      'dist/agent-harness/HARNESS.md',
      'dist/agent-harness/.leaf-detectors',
      'dist/agent-harness/roles/ROLES.md',
      'dist/agent-harness/skills/planning/SKILLS.md',
    ])
      expect(files()).toContain(file)
  })

  test('lets all read, and runs only the command and scripts', () => {
    const SCRIPT_RE = /^bin\/|^(?:skills|dist\/[\w-]+\/skills)\/.+\/scripts\//
    for (const [file, mode] of listing(it.tarball))
      expect([file, mode]).toEqual([file, SCRIPT_RE.test(file) ? '-rwxr-xr-x' : '-rw-r--r--'])
  })

  test('T-6: what texts for pi and Claude Code name is in their trees, where the package is installed', () => {
    const places = {
      pi: '~/.pi/agent/npm/node_modules/agent-cortex/dist/pi/',
      claude: '${CLAUDE_PLUGIN_ROOT}/',
    }
    const root = scratch()
    execFileSync('tar', ['-xzf', it.tarball], { cwd: root })
    for (const [harness, place] of Object.entries(places)) {
      const texts = below(`dist/${harness}`).filter((file) => file.endsWith('.md'))
      const named = texts.flatMap((file) =>
        fs
          .readFileSync(path.join(root, 'package', file), 'utf8')
          .split(place)
          .slice(1)
          .map((rest) => `dist/${harness}/${PATH_RE.exec(rest)![0]}`),
      )
      expect(named.length).toBeGreaterThan(20)
      expect(named.filter((file) => !files().includes(file))).toEqual([])
    }
  })

  test('tells pi of all kinds of things that its tree has, by folders that are there', () => {
    const kinds = ['extensions', 'prompts', 'skills', 'themes']
    const there = kinds.filter((kind) => below(`dist/pi/${kind}`).length > 0)
    expect(Object.keys(it.package.pi).toSorted()).toEqual(there)
    expect(it.package.pi['skills']).toEqual(['dist/pi/skills'])
    for (const folder of Object.values(it.package.pi).flat()) expect(below(folder), folder).not.toEqual([])
  })
})

/** The README's way, as it stands there, in a project that has a package.json and nothing else. */
describe('five minutes', () => {
  const blocks = sections(README, 2).find(({ title }) => title === 'Five minutes')!.blocks
  const INSTALL_RE = /^npx agent-cortex install /
  const ofClients = (block: Block): boolean => block.language === 'sh' && INSTALL_RE.test(block.text)

  test('the commands do what it says', { timeout: 2 * MINUTES }, async () => {
    let last: Ran | undefined
    let shown = 0
    for (const { language, label, text } of blocks.filter((block) => !ofClients(block))) {
      if (label !== '') put(it.project, { [label]: text })
      else if (language === 'sh') {
        last = await it.run(text)
        const { code, stdout, stderr } = last
        // One of them has a mistake in it, and shows what is told of it.
        const fails = text === 'npx agent-cortex build\n'
        expect({ text, code, told: fails ? '' : stdout + stderr }).toMatchObject({
          text,
          code: Number(fails),
        })
      } else if (language === 'md') {
        expect(fs.readFileSync(path.join(it.project, 'dist/claude/agents/plan.md'), 'utf8')).toBe(text)
        shown++
      } else {
        expect(timeless(last!.stdout + last!.stderr)).toBe(timeless(text))
        shown++
      }
    }
    expect(shown).toBe(3)
    expect(fs.readdirSync(path.join(it.project, '.github/agents'))).toEqual(['plan.agent.md'])
  })

  test('the picture shows what was built', () => {
    const picture = README.split('\n```\n')[1]!.split('\n')
    for (const line of picture.slice(0, 2)) {
      const [file, text] = line.split(/ {2,}/)
      expect(fs.readFileSync(path.join(it.project, file!), 'utf8')).toContain(text)
    }
    const rows = picture.slice(-3).map((line) => line.split(/ {2,}/))
    const [built, ...lines] = rows
    expect(built).toHaveLength(3)
    for (const [column, file] of built!.entries()) {
      const text = fs.readFileSync(path.join(it.project, file), 'utf8').split('\n')
      for (const cells of lines) expect(text).toContain(cells[column])
    }
  })

  test.skipIf(!ready)('each client takes its tree', { timeout: 2 * MINUTES }, async () => {
    const [script, ...more] = blocks.filter(ofClients)
    expect([script!.text.split('\n').length, more]).toEqual([4, []])
    expect(await it.run(`set -e\n${script!.text}`)).toMatchObject({ code: 0, stderr: '' })
    const [claude, copilot, pi] = await Promise.all([
      claudeStart(it.box),
      copilotStart(it.box),
      it.run('pi list'),
    ])
    expect(claude.agents).toContain('demo:plan')
    expect(copilot.agents).toContain('demo:plan')
    expect(pi.stdout).toContain(path.join(it.box.root, 'home/.agent-cortex/pi/demo'))
  })
})

describe('installed', () => {
  test('brings only what it needs', () => {
    const there = fs
      .readdirSync(path.join(it.project, 'node_modules'))
      .filter((name) => !name.startsWith('.'))
    // The second line of the README's way brought Vite and what that needs.
    expect(there).toEqual(expect.arrayContaining(['agent-cortex', 'diff', 'vite', 'zod']))
    expect(there).not.toContain('handlebars')
  })

  test('each command tells what it does', async () => {
    const { stdout, code } = await it.run('npx agent-cortex --help')
    expect(code).toBe(0)
    const commands = [...stdout.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name!)
    expect(commands).toEqual(expect.arrayContaining(['build', 'check', 'validate']))
    for (const name of commands) {
      const help = await it.run(`node_modules/.bin/agent-cortex ${name} --help`)
      expect({ name, ...help }).toMatchObject({ code: 0, stdout: expect.stringContaining('Usage:') })
    }
    expect((await it.run('npx agent-cortex --version')).stdout).toBe(`${it.package.version}\n`)
  })

  test('check shows a difference', async () => {
    fs.appendFileSync(path.join(it.project, 'dist/claude/agents/plan.md'), 'Mine.\n')
    const { code, stdout } = await it.run('npx agent-cortex check')
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining('\n-Mine.\n') })
    expect((await it.run('npx agent-cortex build --force')).code).toBe(0)
  })

  test('validate and harness validate find nothing', async () => {
    const validated = await it.run('npx agent-cortex validate')
    expect(validated).toMatchObject({ code: 0, stdout: expect.stringContaining('no errors') })
    const harness = await it.run(
      'npx agent-cortex harness validate node_modules/agent-cortex/dist/agent-harness',
    )
    expect(harness).toMatchObject({ code: 0, stderr: '' })
  })

  test('install writes into a home, and uninstall leaves nothing there', async () => {
    const home = scratch()
    for (const client of ['claude', 'copilot', 'pi']) {
      const call = (command: string): Promise<Ran> => it.run(`HOME='${home}' npx agent-cortex ${command}`)
      expect(await call(`install ${client} --no-register`)).toMatchObject({ code: 0, stderr: '' })
      expect(fs.readdirSync(path.join(home, '.agent-cortex'))).toContain(client)
      expect(await call(`uninstall ${client}`)).toMatchObject({ code: 0 })
      expect(fs.existsSync(path.join(home, '.agent-cortex'))).toBe(false)
    }
  })

  test('verify tells of each client that is not found', async () => {
    const command = 'node_modules/agent-cortex/bin/agent-cortex.mjs verify'
    const { code, stderr } = await it.run(`PATH='${scratch()}' '${process.execPath}' ${command}`)
    expect(code).toBe(0)
    for (const name of ['GitHub Copilot CLI', 'Claude Code', 'pi coding agent'])
      expect(stderr).toContain(`warning: ${name} is not found`)
  })

  test.skipIf(!hasPi)('pi starts as its ralph', { timeout: 2 * MINUTES }, async () => {
    const home = new PiHome()
    await home.start()
    try {
      home.write('agent', { 'settings.json': settings([path.join(it.project, 'node_modules/agent-cortex')]) })
      const elsewhere = home.write('elsewhere', { 'readme.txt': '' })
      const { stdout, stderr } = await home.print(elsewhere, ['--agent-mode', 'ralph', 'go'])
      expect([stdout, stderr]).toEqual(['OK\n', ''])
      expect(systemOf(home.model.requests[0]!)).toContain('<agent_mode>\n# Ralph\n')
    } finally {
      await home.stop()
    }
  })

  test('has types', async () => {
    put(it.project, {
      'use.ts': `\
import { agentCortex, type AgentCortexOptions, compile, defineHarness } from 'agent-cortex'
import { defineConfig } from 'vite'

const options: AgentCortexOptions = { harnesses: ['claude'] }
export default defineConfig({ plugins: [agentCortex(options)] })
export const trees: number = compile({ root: '.' }).trees.size
export const define = defineHarness
// @ts-expect-error: there is no such option
agentCortex({ harneses: [] })
`,
      'tsconfig.json': JSON.stringify({
        compilerOptions: {
          module: 'NodeNext',
          target: 'ES2023',
          strict: true,
          noEmit: true,
          skipLibCheck: true,
          types: [],
        },
        files: ['use.ts'],
      }),
    })
    const tsc = path.join(REPOSITORY, 'node_modules/typescript/bin/tsc')
    expect(await it.run(`node '${tsc}' -p .`)).toEqual({ code: 0, stdout: '', stderr: '' })
  })

  test('has the schemas as modules', async () => {
    const script = `
      const { default: map } = await import('agent-cortex/schemas/token-map.schema.json', { with: { type: 'json' } })
      console.log(map.type)`
    put(it.project, { 'schema.mjs': script })
    expect((await it.run('node schema.mjs')).stdout).toBe('object\n')
  })

  test.skipIf(!ready)('brings its own agents to each client', { timeout: 2 * MINUTES }, async () => {
    const skills = sources('skills').flatMap((file) =>
      path.basename(file) === 'SKILL.md' ? [path.basename(path.dirname(file))] : [],
    )
    const piOffers = async (): Promise<string[]> =>
      (await piSkills(it.box, path.join(it.box.root, 'programs/pi'))).toSorted()
    const own = '--root node_modules/agent-cortex'
    expect(README).toContain(`npx agent-cortex install claude ${own} `)
    // Given the package's folder, it finds the marketplace there.
    const market = 'claude plugin marketplace add ./node_modules/agent-cortex'
    expect(README).toContain(`\`${market}\`, then \`claude plugin install agent-cortex@agent-cortex\``)
    const given = await it.run(`${market} && claude plugin install agent-cortex@agent-cortex`)
    expect(given).toMatchObject({ code: 0 })
    expect((await claudeStart(it.box)).agents).toContain('agent-cortex:ralph')
    const taken =
      'claude plugin uninstall agent-cortex@agent-cortex; claude plugin marketplace remove agent-cortex'
    expect(await it.run(taken)).toMatchObject({ code: 0 })
    const offered = 'copilot plugin marketplace add "$PWD/node_modules/agent-cortex"'
    const chosen = 'copilot plugin install agent-cortex@agent-cortex'
    expect(README).toContain(`\`${offered}\`, then \`${chosen}\``)
    expect(await it.run(`${offered} && ${chosen}`)).toMatchObject({ code: 0 })
    expect((await copilotStart(it.box)).agents).toContain('agent-cortex:ralph')
    const back =
      'copilot plugin uninstall agent-cortex@agent-cortex; copilot plugin marketplace remove agent-cortex'
    expect(await it.run(back)).toMatchObject({ code: 0 })
    // pi has one directory for agents, and both plugins have a `plan`.
    expect(await it.run('npx agent-cortex uninstall pi')).toMatchObject({ code: 0, stderr: '' })
    for (const client of ['claude', 'copilot', 'pi'])
      expect(await it.run(`npx agent-cortex install ${client} ${own}`)).toMatchObject({ code: 0, stderr: '' })
    // T-6: each PATH names what is there.
    const verified = await it.run(`npx agent-cortex verify --installed ${own}`)
    expect(verified).toMatchObject({ code: 0, stderr: '' })
    const [claude, copilot, pi] = await Promise.all([claudeStart(it.box), copilotStart(it.box), piOffers()])
    const names = AGENTS.map((name) => `agent-cortex:${name}`)
    expect(claude.agents).toEqual(expect.arrayContaining(names))
    expect(claude.skills).toEqual(expect.arrayContaining(skills.map((name) => `agent-cortex:${name}`)))
    expect(copilot.agents).toEqual(expect.arrayContaining(names))
    expect(copilot.skills.toSorted()).toEqual(skills.toSorted())
    expect(pi).toEqual(skills.toSorted())
    const again = `npx agent-cortex uninstall pi ${own} && pi install npm:agent-cortex`
    expect(await it.run(again)).toMatchObject({ code: 0 })
    expect(await piOffers()).toEqual(skills.toSorted())
    const npm = path.join(it.box.root, 'home/.pi/agent/npm/node_modules/agent-cortex/dist/pi')
    expect(fs.existsSync(path.join(npm, 'skills/planning/plan/SKILL.md'))).toBe(true)
  })
})

describe('a tree by itself', () => {
  const blocks = sections(readPage('publishing.md'), 2).flatMap(({ blocks }) => blocks)
  const shown = Object.fromEntries(blocks.map(({ label, text }) => [label, text]))

  test("the README's project, pi's tree: what was built, and nothing of the writer's", async () => {
    expect(await shipped(path.join(it.project, 'dist/pi'))).toEqual(['agents/plan.md', 'package.json'])
  })

  test("this project's: Claude's and pi's, each under a name of its own, with all that PATHs name", async () => {
    const root = checkout()
    const place = '~/.pi/agent/npm/node_modules/agent-cortex-pi'
    const contributing = fs.readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8')
    const build = `node bin/agent-cortex.mjs build --harness pi --plugin-root pi='${place}'`
    expect(contributing).toContain(`${build}\nnpm publish ./dist/pi\n`)
    fs.symlinkSync(path.join(REPOSITORY, 'lib'), path.join(root, 'lib'))
    const built = await it.run(`node bin/agent-cortex.mjs build --harness claude && ${build}`, root)
    expect(built).toMatchObject({ code: 0 })
    const roots = { claude: '${CLAUDE_PLUGIN_ROOT}/', pi: `${place}/` }
    for (const [harness, start] of Object.entries(roots)) {
      const tree = path.join(root, 'dist', harness)
      const manifest = JSON.parse(fs.readFileSync(path.join(tree, 'package.json'), 'utf8')) as object
      expect(manifest).toMatchObject({ name: `agent-cortex-${harness}`, version: it.package.version })
      const files = await shipped(tree)
      const own = sources('skills').length + AGENTS.length
      expect(files.length).toBeGreaterThan(own)
      expect(files.filter((file) => file.includes('.agent-cortex'))).toEqual([])
      const named = files
        .filter((file) => file.endsWith('.md'))
        .flatMap((file) => fs.readFileSync(path.join(tree, file), 'utf8').split(start).slice(1))
        .map((rest) => PATH_RE.exec(rest)![0])
      expect(named.length).toBeGreaterThan(20)
      expect(named.filter((file) => !files.includes(file))).toEqual([])
    }
  })

  test("the page on publishing: the repository, and Claude's tree under a name of its own", async () => {
    const own = scratch()
    put(own, {
      ...shown,
      'agents/plan/agent.md': 'Plan.\n',
      'agents/plan/frontmatter.json': '{ "description": "Plans", "tools": ["bash"] }\n',
      'agents/plan/claude/frontmatter.json': '{}\n',
    })
    fs.symlinkSync(path.join(it.project, 'node_modules'), path.join(own, 'node_modules'))
    const tree = [
      '.claude-plugin/marketplace.json',
      '.claude-plugin/plugin.json',
      'agents/plan.md',
      'package.json',
    ]
    const { code, stderr } = await it.run('npm pack --silent', own)
    expect(code, stderr).toBe(0)
    const all = [...listing(path.join(own, 'demo-1.0.0.tgz')).keys()]
    expect(all.filter((file) => file.startsWith('dist/claude/')).toSorted()).toEqual(
      tree.map((file) => `dist/claude/${file}`),
    )
    expect(await shipped(path.join(own, 'dist/claude'))).toEqual(tree)
  })
})
