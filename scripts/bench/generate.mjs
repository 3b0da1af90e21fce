// node generate.mjs AGENTS SKILLS OUT [--clean]: writes a project for three harnesses, always the same.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { between, description, FOREIGN, paragraph, pick, randomFrom, sentence } from './prose.mjs'

const HARNESSES = ['copilot', 'claude', 'pi']
/** Columns in the order of {@link HARNESSES}. */
const TOOLS = {
  bash: ['bash', 'Bash', 'bash'],
  view: ['view', 'Read', 'read'],
  edit: ['edit', 'Edit', 'edit'],
  create: ['create', 'Write', 'write'],
  grep: ['grep', 'Grep', 'grep'],
  glob: ['glob', 'Glob', 'find'],
}
const TOOL_NAMES = Object.keys(TOOLS)
const ROOTS = ['~/.copilot/bench', '${CLAUDE_PLUGIN_ROOT}', '~/.pi/bench']
const GROUPS = ['build', 'plan', 'review', 'write']
const BINARY_SIZE = 4096

const [agents = 0, skills = 0] = process.argv.slice(2, 4).map(Number)
const out = process.argv[4]
if (process.argv.includes('--clean')) rmSync(out, { recursive: true, force: true })

writeProject()
for (let index = 0; index < agents; index++) writeAgent(index)
for (let index = 0; index < skills; index++) writeSkill(index)

function writeProject() {
  const tools = Object.fromEntries(Object.entries(TOOLS).map(([name, columns]) => [name, byHarness(columns)]))
  const paths = { plugin_root: byHarness(ROOTS) }
  putJson('token-map.json', { version: 1, harnesses: HARNESSES, tools, paths })
  const metadata = { name: 'bench', version: '1.0.0', description: 'A project to measure', author: 'bench' }
  putJson('package.json', { ...metadata, type: 'module' })
}

function byHarness(columns) {
  return Object.fromEntries(HARNESSES.map((harness, at) => [harness, columns[at]]))
}

function writeAgent(index) {
  const random = randomFrom(index)
  const dir = `agents/${numbered('agent', index)}`
  const sections = index % 3 === 0 ? ['waiting', 'report'] : ['waiting']
  put(`${dir}/agent.md`, body(random, `Agent ${index}`, between(random, 6, 18), sections))
  const fields = {
    name: numbered('agent', index),
    description: description(random, index),
    tools: someTools(random),
  }
  for (const harness of HARNESSES) {
    putJson(`${dir}/${harness}/frontmatter.json`, fields)
    for (const name of sections) put(`${dir}/${harness}/${name}.md`, sectionText(random, harness))
  }
}

function writeSkill(index) {
  const random = randomFrom(1_000_000 + index)
  const dir = skillDirectory(index)
  const name = numbered('skill', index)
  const frontmatter = `---\nname: ${name}\ndescription: ${JSON.stringify(description(random, index))}\n---\n\n`
  put(`${dir}/SKILL.md`, `${frontmatter}${body(random, `Skill ${index}`, between(random, 5, 14), [])}`)
  if (index % 2 === 0) put(`${dir}/references/more.md`, `# More\n\n${paragraph(random)}\n`)
  if (index % 3 === 0) put(`${dir}/scripts/run.sh`, `#!/bin/sh\necho ${name}\n`, 0o755)
  if (index % 10 === 0) put(`${dir}/assets/image.bin`, bytes(random))
}

function body(random, title, parts, sections) {
  const blocks = [`# ${title}`, paragraph(random)]
  for (let part = 0; part < parts; part++) {
    blocks.push(`## ${sentence(random).slice(0, -1)}`, paragraph(random))
    if (part % 3 === 0) blocks.push(`Begin with ${tool(random)}, then ${tool(random)}.`)
    if (part % 4 === 1 && skills > 0) blocks.push(`Read ${skillPath(random)} first.`)
    if (part % 5 === 3) blocks.push(pick(random, FOREIGN))
    if (part < sections.length) blocks.push(`{{SECTION:${sections[part]}}}`)
  }
  return `${blocks.join('\n\n')}\n`
}

function sectionText(random, harness) {
  return `### In ${harness}\n\n${paragraph(random)}\n\n- ${tool(random)}: ${sentence(random)}\n`
}

function tool(random) {
  return `{{TOOL:${pick(random, TOOL_NAMES)}}}`
}

function skillPath(random) {
  return `{{PATH:${skillDirectory(between(random, 0, skills - 1))}/SKILL.md}}`
}

function skillDirectory(index) {
  return `skills/${GROUPS[index % GROUPS.length]}/${numbered('skill', index)}`
}

function someTools(random) {
  return [...new Set(Array.from({ length: between(random, 2, 6) }, () => pick(random, TOOL_NAMES)))]
}

function numbered(word, index) {
  return `${word}-${String(index).padStart(4, '0')}`
}

function bytes(random) {
  return Buffer.from(Array.from({ length: BINARY_SIZE }, () => between(random, 0, 255)))
}

function putJson(name, value) {
  put(name, `${JSON.stringify(value, null, 2)}\n`)
}

function put(name, content, mode = 0o644) {
  const file = path.join(out, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, content, { mode })
}
