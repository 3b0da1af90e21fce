// Installs the real clients that the tests load trees in, once, outside the repository (about 900 MB), and prints the
// variables that the tests look for:
//
//     eval "$(node scripts/clients.mjs)"
//
// Which versions is pinned in clients.json, with the integrity of each package. What is there already is not fetched again;
// two runs at once do not disturb each other. AGENT_CORTEX_CLIENTS_DIR names another place for them.
import { execFile } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const { platforms, packages } = JSON.parse(readFileSync(new URL('clients.json', import.meta.url), 'utf8'))
const { XDG_CACHE_HOME, AGENT_CORTEX_CLIENTS_DIR } = process.env
const cache =
  AGENT_CORTEX_CLIENTS_DIR ||
  path.join(XDG_CACHE_HOME || path.join(os.homedir(), '.cache'), 'agent-cortex-test-clients')

const platform = `${process.platform}-${process.arch}`
if (!platforms.includes(platform))
  fail(`no clients are pinned for ${platform}, only for ${platforms.join(', ')}`)

const files = {}
for (const [id, pinned] of Object.entries(packages)) {
  const dir = path.join(cache, `${id}-${pinned.version}`)
  try {
    if (!existsSync(dir)) await install(pinned, dir)
  } catch (error) {
    fail(`${pinned.name}@${pinned.version} cannot be installed: ${error.stderr?.trim() || error.message}`)
  }
  files[id] = path.join(dir, 'node_modules', pinned.name, pinned.file)
  if (!existsSync(files[id])) fail(`${files[id]} is not there; remove ${dir} and run this again`)
}

const pi = path.join(cache, `pi-${packages.pi.version}`, 'pi')
launcher(pi, [files.node, files.pi])

const variables = {
  CLAUDE_BIN: files.claude,
  COPILOT_BIN: files.copilot,
  // Where the client unpacks itself at its first start.
  COPILOT_CACHE_HOME: path.join(cache, 'copilot-cache'),
  NODE24: files.node,
  PI_BIN: pi,
  PI_SDK: path.join(path.dirname(files.pi), '../index.js'),
  SKILLS_REF: files['skills-ref'],
}
for (const [name, value] of Object.entries(variables)) console.log(`export ${name}=${quote(value)}`)

/** Installs into a directory beside, checks what came, and moves it to its place in one step. */
async function install({ name, version, integrity }, dir) {
  process.stderr.write(`installing ${name}@${version}\n`)
  mkdirSync(cache, { recursive: true })
  const beside = mkdtempSync(`${dir}.`)
  try {
    writeFileSync(path.join(beside, 'package.json'), '{ "private": true }\n')
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier', '--save-exact']
    await promisify(execFile)('npm', ['install', ...flags, `${name}@${version}`], {
      cwd: beside,
      maxBuffer: 64e6,
    })
    const lock = JSON.parse(readFileSync(path.join(beside, 'node_modules/.package-lock.json'), 'utf8'))
    const came = lock.packages[`node_modules/${name}`]?.integrity
    if (came !== integrity) throw new Error(`its integrity is ${came}, and ${integrity} is pinned`)
    if (!existsSync(dir)) renameSync(beside, dir)
  } catch (error) {
    // Another run may have been faster.
    if (!existsSync(dir)) throw error
  } finally {
    rmSync(beside, { recursive: true, force: true })
  }
}

/** A program that starts another with its first argument. */
function launcher(file, command) {
  const text = `#!/bin/sh\nexec ${command.map(quote).join(' ')} "$@"\n`
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return
  const beside = `${file}.${process.pid}`
  writeFileSync(beside, text)
  chmodSync(beside, 0o755)
  renameSync(beside, file)
}

function quote(text) {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

function fail(message) {
  process.stderr.write(`clients: ${message}\n`)
  process.exit(1)
}
