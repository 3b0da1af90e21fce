/**
 * The real clients, as `eval "$(node scripts/clients.mjs)"` names them. Tests that need one are skipped without it, and say
 * so; with AGENT_CORTEX_CLIENTS=required that is an error.
 */
const NAMES = ['CLAUDE_BIN', 'COPILOT_BIN', 'PI_BIN', 'NODE24', 'PI_SDK', 'SKILLS_REF'] as const

const missing = NAMES.filter((name) => (process.env[name] ?? '') === '')

/** Whether all of them are there. */
export const hasClients = missing.length === 0

if (!hasClients) {
  const message = `no real clients (${missing.join(', ')}); run eval "$(node scripts/clients.mjs)"`
  if (process.env['AGENT_CORTEX_CLIENTS'] === 'required') throw new Error(`these are required: ${message}`)
  console.warn(`SKIPPED: ${message}`)
}

export const CLIENTS = {
  claude: process.env['CLAUDE_BIN'] ?? '',
  copilot: process.env['COPILOT_BIN'] ?? '',
  pi: process.env['PI_BIN'] ?? '',
}

export type Client = keyof typeof CLIENTS
