// node floor.mjs PROJECT OUT: the least a generator can do. Reads each source once, replaces tokens in one pass of a
// regular expression per harness, writes every output. It validates nothing and knows no YAML: what it takes is the
// unit in which the real work is measured.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const TOKEN_RE = /\{\{(SECTION|TOOL|PATH):([^{}]+)\}\}/g

const [root, out] = process.argv.slice(2)
const map = JSON.parse(read('token-map.json'))
const made = new Set()

for (const agent of readdirSync(path.join(root, 'agents'))) writeAgent(agent)
copyFolder('skills')

function writeAgent(agent) {
  const dir = path.join('agents', agent)
  const text = read(`${dir}/agent.md`)
  for (const harness of map.harnesses) {
    const { name, description, tools } = JSON.parse(read(`${dir}/${harness}/frontmatter.json`))
    const fields = Object.entries({ name, description, tools }).map(
      ([key, value]) => `${key}: ${JSON.stringify(value)}`,
    )
    const body = substitute(text, harness, `${dir}/${harness}`)
    write(`${harness}/${dir}.md`, `---\n${fields.join('\n')}\n---\n\n${body}`)
  }
}

function copyFolder(folder) {
  for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const name = path.join(folder, entry.name)
    if (entry.isDirectory()) copyFolder(name)
    else if (name.endsWith('.md')) copyText(name)
    else copyBytes(name)
  }
}

function copyText(name) {
  const text = read(name)
  for (const harness of map.harnesses) write(`${harness}/${name}`, substitute(text, harness))
}

function copyBytes(name) {
  const file = path.join(root, name)
  const bytes = readFileSync(file)
  const { mode } = statSync(file)
  for (const harness of map.harnesses) write(`${harness}/${name}`, bytes, mode)
}

function substitute(text, harness, sections) {
  return text.replace(TOKEN_RE, (_, type, name) => {
    if (type === 'TOOL') return map.tools[name][harness] ?? ''
    if (type === 'PATH') return `${map.paths.plugin_root[harness]}/${name}`
    return substitute(read(`${sections}/${name}.md`).trim(), harness, sections)
  })
}

function read(name) {
  return readFileSync(path.join(root, name), 'utf8')
}

function write(name, content, mode) {
  const file = path.join(out, name)
  const dir = path.dirname(file)
  if (!made.has(dir)) mkdirSync(dir, { recursive: true })
  made.add(dir)
  writeFileSync(file, content, { mode })
}
