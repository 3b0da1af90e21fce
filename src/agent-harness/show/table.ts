import type { Budget, Spread } from '../budget.ts'

/** What each phase costs: its name, the tokens, what that is. */
export function budgetRows(budget: Budget): [string, string, string][] {
  const { load, discovery, activation, total, catalogue, targets } = budget
  const count = budget.of === 'leaves' ? targets.filter(({ kind }) => kind === 'leaf').length : targets.length
  const over = `min, median, max of ${number(count)} ${count === 1 ? ONE[budget.of] : budget.of}`
  return [
    ['load', number(load), 'the body of HARNESS.md, in every session'],
    ['discovery', range(discovery), `routing files on the way: ${over}`],
    ['activation', range(activation), `what is read there: ${over}`],
    ['everything', number(total), 'all texts at once'],
    ['catalogue', number(catalogue.tokens), comparison(budget)],
  ]
}

/** The same as lines. */
export function budgetTable(budget: Budget): string {
  const rows = budgetRows(budget)
  const width = Math.max(...rows.map(([, value]) => value.length))
  const lines = rows.map(([name, value, what]) => `  ${name.padEnd(11)} ${value.padStart(width)}  ${what}`)
  return `tokens, by ${budget.tokenizer}\n${lines.join('\n')}\n`
}

const ONE = { leaves: 'leaf', files: 'file' } as const

/** What the same skills would put into every session without a harness. */
function comparison({ catalogue, load }: Budget): string {
  const { skills, tokens } = catalogue
  const what = `names and descriptions of ${number(skills)} ${skills === 1 ? 'skill' : 'skills'}, flat, in every session`
  if (skills === 0 || tokens === load) return what
  const difference = number(Math.abs(tokens - load))
  return `${what}: ${difference} ${tokens > load ? 'more' : 'fewer'} than loading this harness`
}

function range({ min, median, max }: Spread): string {
  return min === max ? number(min) : [min, median, max].map(number).join(' · ')
}

const THOUSANDS_RE = /\B(?=(?:\d{3})+$)/g

/** `12,345`, the same in every locale. */
export function number(value: number): string {
  return String(value).replace(THOUSANDS_RE, ',')
}
