import type { FileCheck, Harness } from '../../compose/harness.ts'
import { defineHarness } from '../define.ts'
import type { Plain } from '../fields.ts'
import { jsonFileCheck } from '../findings.ts'
import { pathsOf, treePath } from '../manifest.ts'
import { checkHooksFile } from './hooks.ts'
import { manifest } from './manifest.ts'
import { checkMcpFile } from './mcp.ts'
import { schema } from './schema.ts'
import { tools } from './tools.ts'
import { words } from '../words.ts'

const HOOKS = jsonFileCheck('claude', 'hooks-invalid', checkHooksFile)
const MCP = jsonFileCheck('claude', 'mcp-invalid', checkMcpFile)

/** Claude Code, as a plugin. */
export const claude: Harness = defineHarness({
  id: 'claude',
  client: {
    name: 'Claude Code',
    version: '2.1.332',
    checked: '2026-11-30',
    source: 'https://code.claude.com/docs/en/plugins-reference, and runs of the client',
  },
  schema,
  nativeTools: tools,
  frontmatter: {
    order: words(`
      name description tools disallowedTools model effort maxTurns autoCompactWindow
      skills memory background isolation omitClaudeMd color experimental
    `),
    tools: 'comma',
    allTools: 'omit',
    unsupported: { argumentHint: 'Claude Code has no argument hint for agents' },
  },
  // It looks for skills one level deep, no further (run 2026-11-30). It drops none for its frontmatter's values:
  // lengths, names and types as wrong as could be thought of all loaded (33 skills, init event).
  layout: { skill: (path) => `skills/${path.at(-1) ?? ''}` },
  manifest,
  fileCheck,
})

/** The usual places are read beside what the manifest names. */
function fileCheck(path: string, manifest: Plain): FileCheck | undefined {
  if (path === 'hooks/hooks.json' || names(manifest, 'hooks', path)) return HOOKS
  return path === '.mcp.json' || names(manifest, 'mcpServers', path) ? MCP : undefined
}

function names(manifest: Plain, key: string, path: string): boolean {
  return pathsOf(manifest, [key]).some((named) => treePath(named.path) === path)
}
