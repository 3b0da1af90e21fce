import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import type { Scratch } from './client.ts'

/*
 * The real clients as programs named `claude`, `copilot` and `pi`. CLAUDE_BIN, COPILOT_BIN and PI_SDK with NODE24 say
 * where they are; AGENT_CORTEX_CLIENTS=required makes it an error when one is missing.
 */
const { CLAUDE_BIN, COPILOT_BIN, NODE24, PI_SDK, AGENT_CORTEX_CLIENTS } = process.env

export const ready = [CLAUDE_BIN, COPILOT_BIN, NODE24, PI_SDK].every(Boolean)
if (!ready) {
  const text = 'no real clients (CLAUDE_BIN, COPILOT_BIN, NODE24, PI_SDK)'
  if (AGENT_CORTEX_CLIENTS === 'required') throw new Error(text)
  console.warn(`SKIPPED: ${text}`)
}

/** Puts the clients into a directory for PATH. */
export function clientPrograms(directory: string): void {
  fs.mkdirSync(directory, { recursive: true })
  fs.symlinkSync(CLAUDE_BIN!, path.join(directory, 'claude'))
  fs.symlinkSync(COPILOT_BIN!, path.join(directory, 'copilot'))
  const pi = `#!/bin/sh\nexec '${NODE24}' '${path.join(path.dirname(PI_SDK!), 'cli.js')}' "$@"\n`
  fs.writeFileSync(path.join(directory, 'pi'), pi, { mode: 0o755 })
}

/** Agents and skills that Claude Code starts with, from its first event; that needs no login. */
export async function claudeStart(box: Scratch): Promise<{ agents: string[]; skills: string[] }> {
  const words = ['-p', '--output-format', 'stream-json', '--verbose', 'hi']
  const { out, err } = await box.run([CLAUDE_BIN!, ...words])
  const line = out.split('\n').find((text) => text.includes('"subtype":"init"'))
  if (line === undefined) throw new Error(`claude does not start: ${out}${err}`)
  return JSON.parse(line) as Awaited<ReturnType<typeof claudeStart>>
}

const MODEL = `
  COPILOT_OFFLINE=true COPILOT_PROVIDER_BASE_URL=http://127.0.0.1:9/v1 COPILOT_PROVIDER_API_KEY=none
  COPILOT_MODEL=none COPILOT_PROVIDER_MODEL_ID=gpt-5`
const AVAILABLE_RE = /^No such agent: none, available: (.*)$/m

/** Agents and skills of plugins that Copilot CLI starts with: it lists the agents when asked for one that is not there. */
export async function copilotStart(box: Scratch): Promise<{ agents: string[]; skills: string[] }> {
  const words = [COPILOT_BIN!, '--no-auto-update', '--agent', 'none', '-p', 'hi']
  const { out, err } = await box.run(['env', ...MODEL.trim().split(/\s+/), ...words])
  const listed = AVAILABLE_RE.exec(out + err)?.[1]
  if (listed === undefined) throw new Error(`copilot lists no agents: ${out}${err}`)
  const skills = await box.run([COPILOT_BIN!, 'skill', 'list', '--json'])
  const known = JSON.parse(skills.out) as { name: string; source: string }[]
  return {
    agents: listed.split(', '),
    skills: known.filter(({ source }) => source === 'plugin').map(({ name }) => name),
  }
}

/** The skills that pi offers as commands. */
export function piSkills(box: Scratch, pi: string): Promise<string[]> {
  const [program, ...words] = box.walled([pi, '--mode', 'rpc', '--no-session', '--offline'])
  const child = spawn(program!, words, { cwd: path.join(box.root, 'cwd'), env: box.env })
  let told = ''
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), 40_000)
    child.stderr.on('data', (data) => (told += String(data)))
    child.stdout.on('data', (data) => {
      told += String(data)
      const line = told.split('\n').find((text) => text.includes('"command":"get_commands"'))
      if (line === undefined || !told.endsWith('\n')) return
      child.kill()
      const { data: answer } = JSON.parse(line) as { data: { commands: { name: string }[] } }
      resolve(answer.commands.flatMap(({ name }) => (name.startsWith('skill:') ? [name.slice(6)] : [])))
    })
    child.once('close', () => {
      clearTimeout(timer)
      reject(new Error(`pi does not answer: ${told}`))
    })
    child.stdin.write('{"id":"1","type":"get_commands"}\n')
  })
}
