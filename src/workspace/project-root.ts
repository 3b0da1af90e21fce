import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** What makes a directory a project of agents, whatever is in them. */
const SIGNS = ['agents', 'skills', 'agents-native', 'harnesses']
/** What stays of a project whose agents and skills are gone, broken or not. */
const FILE_SIGNS = ['plugin.json', 'token-map.json', 'marketplace.json']

export function looksLikeProject(directory: string): boolean {
  return (
    SIGNS.some((sign) => fs.statSync(path.join(directory, sign), { throwIfNoEntry: false })?.isDirectory()) ||
    FILE_SIGNS.some((sign) => fs.existsSync(path.join(directory, sign)))
  )
}

/** Whether a directory holds composable agents. */
export function holdsAgents(directory: string): boolean {
  return anyBelow(path.join(directory, 'agents'), 'agent.md', 1)
}

/** Skills may lie in groups, which may lie in groups; two levels tell a project well enough. */
function holdsSources(directory: string): boolean {
  return holdsAgents(directory) || anyBelow(path.join(directory, 'skills'), 'SKILL.md', 2)
}

function anyBelow(directory: string, file: string, depth: number): boolean {
  try {
    return fs.readdirSync(directory).some((name) => {
      const below = path.join(directory, name)
      return fs.existsSync(path.join(below, file)) || (depth > 1 && anyBelow(below, file, depth - 1))
    })
  } catch {
    return false
  }
}

/** The closest directory, up to that of the repository, that holds composable agents. */
export function findProject(cwd: string, holds = holdsAgents): string | undefined {
  for (let at = path.resolve(cwd); ; at = path.dirname(at)) {
    if (holds(at)) return at
    if (isTop(at)) return undefined
  }
}

/** The closest project above a directory that is none, for a command that was called in the wrong one. */
export function projectAbove(directory: string): string | undefined {
  const start = path.resolve(directory)
  return looksLikeProject(start) || isTop(start) ? undefined : findProject(path.dirname(start), holdsSources)
}

function isTop(directory: string): boolean {
  return (
    directory === path.dirname(directory) ||
    directory === os.homedir() ||
    fs.existsSync(path.join(directory, '.git'))
  )
}

/** A directory as it can be typed where the process runs. */
export function typed(directory: string): string {
  const relative = path.relative(process.cwd(), directory).split(path.sep).join('/')
  return relative === '' ? '.' : relative
}
