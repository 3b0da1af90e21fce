const DEPTH = 'AGENT_CORTEX_DEPTH'

/** A session that a person started has depth 0, its workers 1, their workers 2, which start none. */
const DEEPEST = 2
/** Workers that run at once, for each depth: 8, and 2 for each of them. */
const MOST = [8, 2] as const

/** How deep this process is; a value that is none of ours counts as the deepest. */
export function depth(environment: NodeJS.ProcessEnv = process.env): number {
  const value = environment[DEPTH]
  if (value === undefined) return 0
  return /^[0-9]$/.test(value) ? Number(value) : DEEPEST
}

export function depthVariable(value: number): NodeJS.ProcessEnv {
  return { [DEPTH]: String(value) }
}

/** How many workers a process of some depth may have running at once; 0: it starts none. */
export function mostWorkers(value: number): number {
  return MOST[value] ?? 0
}
