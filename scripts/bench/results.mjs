import { median, ratios } from './statistics.mjs'

/**
 * Sums up what was measured.
 * @param steps see steps.mjs
 * @param {Map<string, {wall: number, cpu: number, peak: number}[]>} samples by step, in the order of the rounds
 * @returns a row per step; `time` and `memory` hold the value, its limit and whether that is exceeded
 */
export function resultsOf(steps, samples) {
  return steps.map((step) => {
    const own = columns(samples.get(step.name))
    const base = step.base === undefined ? undefined : columns(samples.get(step.base))
    const memory = Math.max(...own.peak)
    return {
      name: step.name,
      base: step.base,
      wall: median(own.wall),
      fastest: Math.min(...own.wall),
      slowest: Math.max(...own.wall),
      cpu: median(own.cpu),
      cpuRatio: base && ratios(own.cpu, base.cpu).ofMedians,
      perRound: base && ratios(own.wall, base.wall).perRound,
      time: judged(base && ratios(own.wall, base.wall).ofMedians, step.time),
      memory: judged(memory, step.memory),
    }
  })
}

export function isOver({ time, memory }) {
  return time.over || memory.over
}

function columns(samples) {
  const column = (name) => samples.map((sample) => sample[name])
  return { wall: column('wall'), cpu: column('cpu'), peak: column('peak') }
}

function judged(value, limit) {
  return { value, limit, over: limit !== undefined && value > limit }
}
