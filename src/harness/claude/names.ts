import type { ManifestInput } from '../../compose/harness.ts'
import { words } from '../words.ts'

/** What Claude Code 2.1.332 can install (run 2026-11-30, `plugin validate`); each part of `plugin@marketplace`. */
const NAME_RE = /^[A-Za-z0-9][A-Za-z0-9._-]*$/
/** What its strict validation passes without a warning. */
const KEBAB_RE = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** Reserved for parts of the client, or for marketplaces of its maker (same version: run, and its own list). */
const RESERVED: readonly string[] = words(`
  inline builtin skills-dir synced
  claude-code-marketplace claude-code-plugins claude-plugins-official anthropic-marketplace
  anthropic-plugins agent-skills anthropic-agent-skills life-sciences knowledge-work-plugins
  claude-for-legal claude-for-financial-services financial-services-plugins first-party-plugins
  claude-tag-plugins claude-community claude-plugins-community healthcare
  anthropic-plugin-directory claude-plugin-directory
`)
const OFFICIAL_RE =
  /official[^a-z0-9]*(?:anthropic|claude)|(?:anthropic|claude)[^a-z0-9]*official|^(?:anthropic|claude)[^a-z0-9]*(?:marketplace|plugins|director(?:y|ies))/i
/** Of a marketplace's name; longer: a warning that fails strict validation. */
const MARKETPLACE_LIMIT = 128

export function checkPluginName(name: string, input: ManifestInput): void {
  if (!NAME_RE.test(name)) {
    tell(input, 'name', 'error', `claude cannot install a plugin named ${JSON.stringify(name)}`, kebab(name))
  } else if (!KEBAB_RE.test(name)) {
    tell(
      input,
      'name',
      'warning',
      `the plugin name ${JSON.stringify(name)} fails claude's strict validation`,
      kebab(name),
    )
  }
}

export function checkMarketplaceName(name: string, input: ManifestInput): void {
  const key = 'marketplace.name'
  const reserved = RESERVED.includes(name.toLowerCase()) || OFFICIAL_RE.test(name)
  if (reserved) {
    tell(
      input,
      key,
      'error',
      `claude reserves the marketplace name ${JSON.stringify(name)}`,
      'choose another',
    )
  } else if (!NAME_RE.test(name) || name.includes('..')) {
    tell(input, key, 'error', `claude cannot use a marketplace named ${JSON.stringify(name)}`, kebab(name))
  } else if (name.length > MARKETPLACE_LIMIT) {
    const message = `the marketplace name has ${name.length} characters; claude's strict validation allows ${MARKETPLACE_LIMIT}`
    tell(input, key, 'warning', message, 'shorten it')
  }
}

function tell(
  input: ManifestInput,
  key: string,
  severity: 'error' | 'warning',
  message: string,
  hint: string,
): void {
  input.report({ code: 'metadata-value', severity, message, hint, at: input.place(key), harness: 'claude' })
}

const OTHERS_RE = /[^a-z0-9]+/g
const EDGES_RE = /^-|-$/g

/** A name that would serve, as a hint. */
function kebab(name: string): string {
  const slug = name.normalize('NFKD').toLowerCase().replace(OTHERS_RE, '-').replace(EDGES_RE, '')
  return slug === '' ? 'use small letters, digits and hyphens' : `write ${JSON.stringify(slug)}`
}
