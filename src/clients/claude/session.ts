import { runClient } from '../run.ts'
import type { FoundClient } from '../find.ts'
import type { Scratch } from '../scratch.ts'

/** What a session says at its start, before it asks for a login (Claude Code 2.1.332, the `init` event). */
export interface Init {
  agents: readonly string[]
  skills: readonly string[]
  slash_commands: readonly string[]
  tools: readonly string[]
  plugin_errors?: readonly { plugin?: string; type?: string; message?: string }[]
}

/** An answer, or why there is none. */
export type Answer<Value> = { value: Value } | { fault: string }

/** A home of its own, nothing that calls out, and an address where nobody listens in case it would. */
export function environment(scratch: Scratch): NodeJS.ProcessEnv {
  return scratch.environment({
    CLAUDE_CONFIG_DIR: scratch.folder('claude'),
    ANTHROPIC_BASE_URL: 'http://127.0.0.1:9',
    DISABLE_TELEMETRY: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_ERROR_REPORTING: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  })
}

/** No hook and no MCP server of a plugin is started. */
const SETTINGS = JSON.stringify({ disableAllHooks: true })
const QUIET =
  `-p --output-format stream-json --verbose --no-session-persistence --strict-mcp-config --settings ${SETTINGS}`.split(
    ' ',
  )

/** Starts a session and ends it as soon as it has said what it holds. @param flags such as `--plugin-dir` */
export async function startSession(
  client: FoundClient,
  scratch: Scratch,
  flags: readonly string[],
): Promise<Answer<Init>> {
  const run = await runClient(client, [...QUIET, ...flags, 'hello'], {
    cwd: scratch.cwd,
    env: environment(scratch),
    until: (stdout) => initIn(stdout) !== undefined,
  })
  const value = initIn(run.stdout)
  if (value !== undefined) return { value }
  const said = run.timedOut ? 'it does not answer' : run.stderr.trim().split('\n')[0]
  return { fault: said || `it ends with ${run.code} and says nothing` }
}

function initIn(stdout: string): Init | undefined {
  for (const line of stdout.split('\n').slice(0, -1)) {
    if (!line.includes('"init"')) continue
    const event = parse(line)
    if (event?.['subtype'] !== 'init') continue
    return { agents: [], skills: [], slash_commands: [], tools: [], ...event } as Init
  }
  return undefined
}

function parse(line: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(line) as Record<string, unknown>
  } catch {
    return undefined
  }
}
