import type { FileCheck, Harness } from '../../compose/harness.ts'
import { defineHarness } from '../define.ts'
import type { Plain } from '../fields.ts'
import { jsonFileCheck } from '../findings.ts'
import { treePath } from '../manifest.ts'
import { checkHooksFile } from './hooks.ts'
import { manifest } from './manifest.ts'
import { checkMcpFile } from './mcp.ts'
import { schema } from './schema.ts'
import { skillLosses } from './skill.ts'
import { tools } from './tools.ts'
import { words } from '../words.ts'

const HOOKS = jsonFileCheck('copilot', 'hooks-invalid', checkHooksFile)
const MCP = jsonFileCheck('copilot', 'mcp-invalid', checkMcpFile)

/** GitHub Copilot: the CLI, VS Code and the cloud agent read one format. */
export const copilot: Harness = defineHarness({
  id: 'copilot',
  client: {
    name: 'GitHub Copilot CLI',
    version: '1.0.102',
    checked: '2026-11-30',
    source: 'https://docs.github.com/en/copilot/reference/custom-agents-configuration, and runs of the CLI',
  },
  schema,
  nativeTools: tools,
  frontmatter: {
    // A renamed field stands where its written key stands.
    order: words(`
      name description target tools model model-policy argument-hint user-invocable
      disable-model-invocation infer agents handoffs skills mcp-servers hooks
    `),
    rename: { displayName: 'name', argumentHint: 'argument-hint' },
    tools: 'list',
    allTools: 'star',
  },
  // The id of an agent is its file's stem without `.agent`; skills load at any depth (run 2026-11-30).
  layout: { agent: (name) => `agents/${name}.agent.md` },
  // The body's limit is github.com's; the CLI sends longer ones whole.
  limits: { body: 30_000, description: 1_024, skill: skillLosses },
  manifest,
  ownsPluginJson: true,
  copiedComponents: ['commands', 'hooks', 'mcpServers', 'lspServers'],
  fileCheck,
})

/** Which files Copilot CLI 1.0.102 reads: a `hooks` of the manifest replaces the two usual places (run 2026-11-30). */
function fileCheck(path: string, { hooks, mcpServers }: Plain): FileCheck | undefined {
  if (names(mcpServers, path) || path === '.mcp.json' || path === '.github/mcp.json') return MCP
  if (hooks !== undefined) return names(hooks, path) ? HOOKS : undefined
  return path === 'hooks.json' || path === 'hooks/hooks.json' ? HOOKS : undefined
}

function names(value: unknown, path: string): boolean {
  return typeof value === 'string' && treePath(value) === path
}
