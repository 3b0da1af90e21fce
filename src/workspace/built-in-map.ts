type Row = Readonly<Record<string, string | null>>

/** Rows of `tools` for a project that has none, by canonical name. */
export const BUILT_IN_TOOLS: Readonly<Record<string, Row>> = {
  bash: row('bash', 'Bash', 'bash'),
  view: row('view', 'Read', 'read'),
  edit: row('edit', 'Edit', 'edit'),
  create: row('create', 'Write', 'write'),
  grep: row('grep', 'Grep', 'grep'),
  glob: row('glob', 'Glob', 'find'),
  ask_user: row('ask_user', 'AskUserQuestion', null),
  web_fetch: row('web_fetch', 'WebFetch', null),
  skill: row('skill', 'Skill', 'read'),
  task: row('task', 'Agent', null),
  read_agent: row('read_agent', null, null),
}

/**
 * The map that serves a project without a `token-map.json`: the canonical names of the usual tools, each
 * column a name that the client itself lists (Claude Code 2.1.332, Copilot CLI 1.0.102, pi 1.6.0, 2026-11-30).
 * @param plugin name of the plugin, for where it lies once installed
 */
export function builtInMap(plugin: string): Record<string, unknown> {
  return {
    version: 1,
    harnesses: ['copilot', 'claude', 'pi'],
    tools: BUILT_IN_TOOLS,
    paths: {
      plugin_root: {
        copilot: `~/.copilot/installed-plugins/_direct/${plugin}`,
        claude: '${CLAUDE_PLUGIN_ROOT}',
        pi: `~/.pi/agent/npm/node_modules/${plugin}`,
      },
      agents_dir: below('agents'),
      skills_dir: below('skills'),
    },
  }
}

function row(copilot: string | null, claude: string | null, pi: string | null): Row {
  return { copilot, claude, pi }
}

function below(relative: string): Record<string, object> {
  const spec = { base: 'plugin_root', relative }
  return { copilot: spec, claude: spec, pi: spec }
}
