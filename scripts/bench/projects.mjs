import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { runScript } from './measure.mjs'

/** The checkout. */
export const PACKAGE = fileURLToPath(new URL('../..', import.meta.url))

const OWN_TOOLS = {
  generate: fileURLToPath(new URL('./generate.mjs', import.meta.url)),
  floor: fileURLToPath(new URL('./floor.mjs', import.meta.url)),
}

const VITE_CONFIG = `import { agentCortex } from 'agent-cortex'

export default { plugins: [agentCortex()] }
`

/** The scripts that make projects and that set the unit of time. */
export function findTools(environment = process.env) {
  const dir = environment.AGENT_CORTEX_BENCH
  if (dir === undefined || dir === '') return OWN_TOOLS
  const tools = { generate: path.resolve(dir, 'make-workspace.mjs'), floor: path.resolve(dir, 'floor.mjs') }
  for (const file of Object.values(tools))
    if (!existsSync(file)) throw new Error(`AGENT_CORTEX_BENCH: no ${file}`)
  return tools
}

/** Makes a project of `size` agents and `size` skills. @returns its directory */
export function makeProject(tools, size, scratch) {
  const dir = path.join(scratch, `project-${size}`)
  runScript([tools.generate, `${size}`, `${size}`, dir, '--clean'])
  return dir
}

/** A copy of a project that is built by Vite, with agent-cortex installed as a package. @returns its directory */
export function withVite(project) {
  const dir = `${project}-vite`
  cpSync(project, dir, { recursive: true })
  mkdirSync(path.join(dir, 'node_modules'))
  symlinkSync(PACKAGE, path.join(dir, 'node_modules/agent-cortex'))
  writeFileSync(path.join(dir, 'vite.config.mjs'), VITE_CONFIG)
  return dir
}
