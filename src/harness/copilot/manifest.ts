import { z } from 'zod'
import type { ManifestFile, ManifestInput } from '../../compose/harness.ts'
import type { Plain } from '../fields.ts'
import { defined, layOver, type ManifestFormat, metadataFields, pathsOf, person } from '../manifest.ts'
import { takeComponents } from './components.ts'
import { checkInlineHooks } from './hooks.ts'
import { checkServers } from './mcp.ts'

const text = z.string().min(1)
const paths = z.union([text, z.array(text)])
const pathOrObject = z.union([text, z.record(z.string(), z.unknown())])

/** github/docs `cli-plugin-reference.md`; wrong types as Copilot CLI 1.0.102 ignores them (run 2026-11-30). */
const format: ManifestFormat = {
  harness: 'copilot',
  schema: z.strictObject({
    name: text,
    version: text.optional(),
    description: text.optional(),
    author: z.strictObject({ name: text, email: text.optional(), url: text.optional() }).optional(),
    homepage: text.optional(),
    repository: text.optional(),
    license: text.optional(),
    keywords: z.array(text).optional(),
    category: text.optional(),
    tags: z.array(text).optional(),
    agents: paths.optional(),
    skills: paths.optional(),
    commands: paths.optional(),
    hooks: pathOrObject.optional(),
    mcpServers: pathOrObject.optional(),
    lspServers: pathOrObject.optional(),
  }),
  paths: (manifest) =>
    pathsOf(manifest, ['agents', 'skills', 'commands', 'hooks', 'mcpServers', 'lspServers']),
  inspect: { hooks: checkInlineHooks, mcpServers: (servers) => checkServers(servers, []) },
}

/** A marketplace with another name is refused, and so is one whose plugin has another (run 2026-11-30, 1.0.102). */
const NAME_RE = /^[A-Za-z0-9.-]+$/
/** The documented limit of both names. */
const NAME_LIMIT = 64

/** `plugin.json`, and a marketplace beside it that offers this one plugin. */
export function manifest(input: ManifestInput): ManifestFile[] {
  const generated = {
    ...metadataFields(input.metadata),
    ...takeComponents(input, format),
    ...(input.has('agents') ? { agents: 'agents/' } : {}),
    ...(input.has('skills') ? { skills: 'skills/' } : {}),
  }
  const plugin = layOver(generated, input, format)
  checkName(String(plugin['name']), 'plugin', 'name', input)
  checkName(input.marketplace.name, 'marketplace', 'marketplace.name', input)
  warnOfUnreadServers(plugin, input)
  return [
    { path: 'plugin.json', json: plugin },
    { path: '.github/plugin/marketplace.json', json: marketplace(plugin, input) },
  ]
}

function marketplace(plugin: Plain, { marketplace }: ManifestInput): Plain {
  const { name, version, description } = plugin
  return defined({
    name: marketplace.name,
    owner: person(marketplace.owner),
    metadata: marketplace.description === undefined ? undefined : { description: marketplace.description },
    plugins: [defined({ name, source: './', description, version })],
  })
}

function checkName(name: string, what: string, key: string, input: ManifestInput): void {
  if (NAME_RE.test(name) && name.length <= NAME_LIMIT) return
  input.report({
    code: 'metadata-value',
    message: `copilot refuses the ${what} name ${JSON.stringify(name)}`,
    hint: `use letters, digits and hyphens, ${NAME_LIMIT} at most`,
    at: input.place(key),
    harness: format.harness,
  })
}

/** With one of these files there, the manifest's servers are not read (run 2026-11-30, 1.0.102). */
function warnOfUnreadServers(plugin: Plain, input: ManifestInput): void {
  const file = ['.mcp.json', '.github/mcp.json'].find((path) => input.has(path))
  if (file === undefined || plugin['mcpServers'] === undefined || plugin['mcpServers'] === file) return
  input.report({
    code: 'manifest-key',
    severity: 'warning',
    message: `copilot reads the MCP servers of ${file}, not those of "mcpServers"`,
    hint: 'keep them in one place',
    at: input.place('mcpServers'),
    harness: format.harness,
  })
}
