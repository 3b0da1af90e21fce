/** The middle value; of an even number of values, the mean of the two in the middle. */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2
}

/**
 * Compares two lists of times, measured round by round.
 * @returns {{ ofMedians: number, perRound: number }} the ratio of the medians, and the median of each round's ratio:
 * where the two differ much, the machine was busy with something else
 */
export function ratios(values, base) {
  return {
    ofMedians: median(values) / median(base),
    perRound: median(values.map((value, round) => value / base[round])),
  }
}
