import fs from 'node:fs'
import path from 'node:path'
import { agentDirectory } from '../places.ts'
import { endGroup, identityOf } from './identity.ts'

interface Process {
  pid: number
  identity: string
}

const OWNER = 'owner.json'
const WORKER_RE = /^worker-.+\.json$/

/**
 * A directory of this process for what its workers need, and that says which they are, so that a later start can
 * clean up after a process that could not.
 */
export class Ledger {
  #directory: string | undefined

  /** Where a worker's files go; made when the first is needed. */
  get #own(): string {
    if (this.#directory !== undefined) return this.#directory
    const base = ledgers()
    fs.mkdirSync(base, { recursive: true, mode: 0o700 })
    const directory = fs.mkdtempSync(path.join(base, `${process.pid}-`))
    const identity = identityOf(process.pid) ?? ''
    fs.writeFileSync(path.join(directory, OWNER), JSON.stringify({ pid: process.pid, identity }))
    return (this.#directory = directory)
  }

  /** Writes the text of a worker's agent. @returns its file */
  text(id: string, text: string): string {
    const file = path.join(this.#own, `${id}.md`)
    fs.writeFileSync(file, text, { mode: 0o600 })
    return file
  }

  add(id: string, pid: number): void {
    const identity = identityOf(pid)
    if (identity === undefined) return
    fs.writeFileSync(path.join(this.#own, `worker-${id}.json`), JSON.stringify({ pid, identity }))
  }

  remove(id: string): void {
    if (this.#directory === undefined) return
    for (const name of [`worker-${id}.json`, `${id}.md`])
      fs.rmSync(path.join(this.#directory, name), { force: true })
  }

  close(): void {
    if (this.#directory !== undefined) fs.rmSync(this.#directory, { recursive: true, force: true })
    this.#directory = undefined
  }
}

function ledgers(): string {
  return path.join(agentDirectory(), 'agent-cortex', 'workers')
}

/** Ends the workers of processes that are gone, and removes what they left. @returns how many were ended */
export function cleanLeftovers(): number {
  let ended = 0
  for (const directory of namesIn(ledgers()).map((name) => path.join(ledgers(), name))) {
    const owner = readProcess(path.join(directory, OWNER))
    if (owner === undefined ? isFresh(directory) : isThere(owner)) continue
    for (const name of namesIn(directory).filter((name) => WORKER_RE.test(name))) {
      const worker = readProcess(path.join(directory, name))
      if (worker === undefined || !isThere(worker)) continue
      endGroup(worker.pid, 'SIGKILL')
      ended++
    }
    fs.rmSync(directory, { recursive: true, force: true })
  }
  return ended
}

/** A directory without an owner is one that is just being made, or one that never was. */
function isFresh(directory: string): boolean {
  const stats = fs.statSync(directory, { throwIfNoEntry: false })
  return stats !== undefined && Date.now() - stats.mtimeMs < 60_000
}

function isThere({ pid, identity }: Process): boolean {
  return identityOf(pid) === identity
}

function namesIn(directory: string): string[] {
  try {
    return fs.readdirSync(directory)
  } catch {
    return []
  }
}

function readProcess(file: string): Process | undefined {
  try {
    const { pid, identity } = JSON.parse(fs.readFileSync(file, 'utf8')) as Partial<Process>
    const isOne = Number.isInteger(pid) && pid! > 1 && typeof identity === 'string' && identity !== ''
    return isOne ? { pid: pid!, identity } : undefined
  } catch {
    return undefined
  }
}
