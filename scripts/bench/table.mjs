import { isOver } from './results.mjs'

const HEAD = ['step', 'ms', 'range', 'cpu ms', 'ratio', 'by round', 'cpu', 'limit', 'peak MB', 'limit', '']
const MEGABYTE = 1e6

/** @returns {string} the results as lines of text; see {@link resultsOf} in results.mjs */
export function table(results) {
  const lines = [HEAD, ...results.map(cells)]
  const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => line[column].length)))
  // Names on the left, numbers on the right.
  const aligned = lines.map((line) =>
    line.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join('  '),
  )
  return `${aligned.map((line) => line.trimEnd()).join('\n')}\n`
}

function cells(result) {
  const { name, base, wall, fastest, slowest, cpu, cpuRatio, perRound, time, memory } = result
  const unit = base === undefined || base === 'floor' ? '' : ` / ${base}`
  return [
    `${name}${unit}`,
    wall.toFixed(0),
    `${fastest.toFixed(0)}–${slowest.toFixed(0)}`,
    cpu.toFixed(0),
    ratio(time.value),
    ratio(perRound),
    ratio(cpuRatio),
    limit(time.limit, (value) => value.toFixed(1)),
    (memory.value / MEGABYTE).toFixed(0),
    limit(memory.limit, (value) => `${value / MEGABYTE}`),
    verdict(result),
  ]
}

function ratio(value) {
  return value === undefined ? '' : value.toFixed(2)
}

function limit(value, text) {
  return value === undefined ? '' : `≤ ${text(value)}`
}

function verdict(result) {
  if (result.time.limit === undefined && result.memory.limit === undefined) return ''
  return isOver(result) ? 'over' : 'ok'
}
