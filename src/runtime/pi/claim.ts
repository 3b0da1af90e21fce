import type { Pi } from './host.ts'

interface Claim {
  file: string
  agents: string
  taken: boolean
}

/** The part of an extension among its kind: two packages may bring it, and pi starts with one owner of a flag only. */
export interface Part {
  /** Directories of composed agents, those of the copies that stepped back included. */
  directories: string[]
  release(): void
}

/**
 * Asks whether another copy of the extension is already there.
 * @param file of this copy
 * @param agents directory of the agents of its package
 * @returns nothing where there is one; that one has been given the agents
 */
export function claim(pi: Pi, channel: string, file: string, agents: string): Part | undefined {
  const own: Claim = { file, agents, taken: false }
  pi.events.emit(channel, own)
  if (own.taken) return undefined
  const directories = [agents]
  const release = pi.events.on(channel, (other: Claim) => {
    // The same file is loaded anew: what came of the last time is over.
    if (other.file === file) return release()
    other.taken = true
    if (!directories.includes(other.agents)) directories.push(other.agents)
  })
  return { directories, release }
}
