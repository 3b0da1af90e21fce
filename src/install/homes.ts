import os from 'node:os'
import path from 'node:path'

/** The directories that an installation may concern; all absolute. */
export interface Homes {
  readonly home: string
  /** What we write for clients that read it in place. */
  readonly own: string
  /** Claude Code's, with `settings.json` and `plugins/`. */
  readonly claude: string
  /** Copilot's, with `settings.json`. */
  readonly copilot: string
  /** pi's agent directory, with `settings.json` and `agents/`. */
  readonly pi: string
}

/**
 * Where the clients look, by the variables that each obeys: `CLAUDE_CONFIG_DIR`, `COPILOT_HOME`, `PI_CODING_AGENT_DIR`.
 * A relative one counts from the directory that we were called in.
 */
export function readHomes(env: NodeJS.ProcessEnv): Homes {
  const home = homeOf(env)
  const at = (variable: string, usual: string, expand = (given: string): string => given): string => {
    const given = env[variable]
    return given === undefined || given === '' ? path.join(home, usual) : path.resolve(expand(given))
  }
  return {
    home,
    own: path.join(home, '.agent-cortex'),
    claude: at('CLAUDE_CONFIG_DIR', '.claude'),
    copilot: at('COPILOT_HOME', '.copilot'),
    pi: at('PI_CODING_AGENT_DIR', '.pi/agent', (given) => untilde(given, home)),
  }
}

/** An empty or relative `HOME` names no home: it would be the project. The account's own serves then. */
function homeOf(env: NodeJS.ProcessEnv): string {
  const given = [env['HOME'], os.homedir()].find((home) => home !== undefined && path.isAbsolute(home))
  if (given !== undefined) return path.resolve(given)
  try {
    return os.userInfo().homedir
  } catch {
    // A number without an account, as in a container, which has `/` for its home then.
    return path.parse(process.cwd()).root
  }
}

/**
 * An environment in which clients find the same directories from any other: they are not started where we are, and a
 * relative directory would be another one there. A variable that is not given stays so, for some tell that apart.
 */
export function withHomes(env: NodeJS.ProcessEnv, homes: Homes): NodeJS.ProcessEnv {
  const given = Object.entries({
    CLAUDE_CONFIG_DIR: homes.claude,
    COPILOT_HOME: homes.copilot,
    PI_CODING_AGENT_DIR: homes.pi,
  }).filter(([variable]) => env[variable] !== undefined && env[variable] !== '')
  return { ...env, HOME: homes.home, ...Object.fromEntries(given) }
}

/** `~` and `~/x`, as pi 1.6.0 expands them and the other clients do not (run 2026-11-30). */
function untilde(given: string, home: string): string {
  return given === '~' || given.startsWith('~/') ? path.join(home, given.slice(1)) : given
}
