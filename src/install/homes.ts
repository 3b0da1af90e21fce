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

/** Where the clients look, by the variables that each obeys: `CLAUDE_CONFIG_DIR`, `COPILOT_HOME`, `PI_CODING_AGENT_DIR`. */
export function readHomes(env: NodeJS.ProcessEnv): Homes {
  const home = path.resolve(env['HOME'] || os.homedir())
  const at = (variable: string, usual: string): string => {
    const given = env[variable]
    return given === undefined || given === '' ? path.join(home, usual) : path.resolve(untilde(given, home))
  }
  return {
    home,
    own: path.join(home, '.agent-cortex'),
    claude: at('CLAUDE_CONFIG_DIR', '.claude'),
    copilot: at('COPILOT_HOME', '.copilot'),
    pi: at('PI_CODING_AGENT_DIR', '.pi/agent'),
  }
}

/** `~` and `~/x`, as pi 1.6.0 expands them (run 2026-11-30). */
function untilde(given: string, home: string): string {
  return given === '~' || given.startsWith('~/') ? path.join(home, given.slice(1)) : given
}
