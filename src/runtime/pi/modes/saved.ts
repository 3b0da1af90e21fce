import type { Pi, PiContext } from '../host.ts'
import { modelName } from '../models.ts'

/** What a session was before its first mode. */
export interface Original {
  tools: string[]
  /** `provider/id`; null: none was chosen. */
  model: string | null
  thinking: string
}

/**
 * What the session file keeps of the mode. pi restores tools and model of a resumed session by itself, and those are
 * the mode's: what was before it is only here.
 */
export interface Saved {
  /** Name of the agent; null: switched off. */
  mode: string | null
  original: Original | null
  /** What the mode last set, to tell an edited agent, or a person's own choice, from it. */
  tools: string[] | null
  model: string | null
}

export const OFF: Saved = { mode: null, original: null, tools: null, model: null }

const ENTRY = 'agent-cortex-mode'

export function save(pi: Pi, saved: Saved): void {
  pi.appendEntry(ENTRY, saved)
}

/** The state on the session's current branch; nothing where no mode was ever on. */
export function load(ctx: PiContext): Saved | undefined {
  const entries = ctx.sessionManager.getBranch().filter(({ customType }) => customType === ENTRY)
  const data = entries.at(-1)?.data
  return isSaved(data) ? data : undefined
}

function isSaved(data: unknown): data is Saved {
  if (typeof data !== 'object' || data === null) return false
  const { mode, original, tools, model } = data as Partial<Saved>
  return (
    (mode === null || typeof mode === 'string') &&
    (model === null || typeof model === 'string') &&
    (tools === null || isTexts(tools)) &&
    (original === null || isOriginal(original))
  )
}

function isOriginal(value: unknown): value is Original {
  if (typeof value !== 'object' || value === null) return false
  const { tools, model, thinking } = value as Partial<Original>
  return isTexts(tools) && (model === null || typeof model === 'string') && typeof thinking === 'string'
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

export function snapshot(pi: Pi, ctx: PiContext): Original {
  return {
    tools: pi.getActiveTools(),
    model: ctx.model === undefined ? null : modelName(ctx.model),
    thinking: pi.getThinkingLevel(),
  }
}
