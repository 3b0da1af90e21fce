import { z } from 'zod'
import type { ManifestFile, ManifestInput } from '../../compose/harness.ts'
import { isPlain, type Plain } from '../fields.ts'
import { defined, layOver, type ManifestFormat, metadataFields, pathsOf, person } from '../manifest.ts'
import { checkInlineHooks } from './hooks.ts'
import { checkServers } from './mcp.ts'
import { checkMarketplaceName, checkPluginName } from './names.ts'
import { words } from '../words.ts'

const PATH_RE = /^\.\//
const AGENT_PATH_RE = /^\.\/.*\.md$/

const text = z.string().min(1)
const path = z.string().regex(PATH_RE, 'must begin with ./')
const paths = z.union([path, z.array(path)])
const agentPath = z.string().regex(AGENT_PATH_RE, 'must begin with ./ and end with .md')
const object = z.record(z.string(), z.unknown())

/** Claude Code 2.1.332's plugin.json: its own schema, tried with `plugin validate --strict` (run 2026-11-30). */
const format: ManifestFormat = {
  harness: 'claude',
  schema: z.strictObject({
    $schema: text.optional(),
    name: text,
    displayName: text.optional(),
    version: text.optional(),
    description: text.optional(),
    author: z.strictObject({ name: text, email: text.optional(), url: text.optional() }).optional(),
    homepage: z.url('must be a URL').optional(),
    repository: text.optional(),
    license: text.optional(),
    keywords: z.array(text).optional(),
    defaultEnabled: z.boolean().optional(),
    dependencies: z.array(z.unknown()).optional(),
    optionalDependencies: z.array(z.unknown()).optional(),
    metadata: object.optional(),
    engines: z.record(z.string(), z.string()).optional(),
    network: object.optional(),
    agents: z.union([agentPath, z.array(agentPath)]).optional(),
    skills: paths.optional(),
    commands: z.union([path, z.array(path), object]).optional(),
    hooks: z.union([path, z.array(z.union([path, object])), object]).optional(),
    mcpServers: z.union([path, z.array(z.union([path, object])), object]).optional(),
    lspServers: z.union([path, z.array(z.union([path, object])), object]).optional(),
    outputStyles: paths.optional(),
    themes: paths.optional(),
    workflows: paths.optional(),
    userConfig: object.optional(),
    channels: z.array(z.unknown()).optional(),
    monitors: z.union([path, z.array(z.unknown())]).optional(),
    experimental: object.optional(),
    settings: object.optional(),
  }),
  paths: namedPaths,
  inspect: { hooks: checkInlineHooks, mcpServers: checkServers },
}

function namedPaths(manifest: Plain): { key: string; path: string }[] {
  const { commands } = manifest
  const sources = isPlain(commands)
    ? Object.values(commands).map((entry) => (isPlain(entry) ? entry['source'] : undefined))
    : []
  return [
    ...pathsOf(
      manifest,
      words(`
      agents skills commands hooks mcpServers lspServers
      outputStyles themes workflows monitors
    `),
    ),
    ...pathsOf({ commands: sources }, ['commands']),
  ]
}

/**
 * `.claude-plugin/plugin.json` with metadata alone: agents, skills, hooks and MCP servers are found by themselves,
 * and an `agents` key would switch that off. Beside it a marketplace that offers this one plugin.
 */
export function manifest(input: ManifestInput): ManifestFile[] {
  const plugin = layOver(withoutBadHomepage(input), input, format)
  checkPluginName(String(plugin['name']), input)
  checkMarketplaceName(input.marketplace.name, input)
  return [
    { path: '.claude-plugin/plugin.json', json: plugin },
    { path: '.claude-plugin/marketplace.json', json: marketplace(plugin, input) },
  ]
}

/** A `homepage` that is no URL is an error to the client, and the plugin is not loaded. */
function withoutBadHomepage(input: ManifestInput): Plain {
  const { homepage, ...fields } = metadataFields(input.metadata)
  if (homepage === undefined || (typeof homepage === 'string' && URL.canParse(homepage)))
    return { ...fields, homepage }
  input.report({
    code: 'metadata-value',
    message: `claude refuses the homepage ${JSON.stringify(homepage)}: it must be a URL`,
    hint: 'begin with https://',
    at: input.place('homepage'),
    harness: 'claude',
  })
  return fields
}

function marketplace(plugin: Plain, { marketplace }: ManifestInput): Plain {
  const { name, version, description } = plugin
  return defined({
    name: marketplace.name,
    owner: person(marketplace.owner),
    // Strict validation wants one.
    description: marketplace.description ?? description,
    plugins: [defined({ name, source: './', description, version })],
  })
}
