import type { Worker } from './worker.ts'

/** Characters of one agent's output that are handed on, from its end: what it has to say comes last. */
const LONGEST = 40_000

/** `agent-1 (plan) completed after 12 s`. */
export function headline({ id, spec, status, started, ended }: Worker): string {
  const seconds = Math.round(((ended ?? Date.now()) - started) / 1000)
  const name = spec.agent === undefined ? id : `${id} (${spec.agent})`
  return status === 'running' ? `${name} is running for ${seconds} s` : `${name} ${status} after ${seconds} s`
}

/** What there is to say of an agent: how it stands, why it failed, what it said last. */
export function report(worker: Worker): string {
  const { output, problem, status } = worker
  const why = problem === '' || status === 'running' ? [] : [`problem: ${problem}`]
  const said = status === 'running' && output !== '' ? ['so far it said:'] : []
  return [headline(worker), ...why, ...said, ...(output === '' ? [] : [end(output)])].join('\n')
}

function end(text: string): string {
  if (text.length <= LONGEST) return text
  return `[the first ${text.length - LONGEST} characters are left out]\n${text.slice(-LONGEST)}`
}
