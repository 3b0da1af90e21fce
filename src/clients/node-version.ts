const BOUND_RE = /^(>=|\^|~)?\s*v?(\d+)(?:\.(\d+))?(?:\.(\d+))?$/

type Triple = readonly [number, number, number]

/**
 * Why a version of Node does not serve a package: `needs Node >=22.19.0, and this is 20.20.2`. Nothing where it does, or where
 * the range is of a form that is not understood: then running it will tell.
 * @param version without `v`
 * @param range `engines.node` of a package, such as `^20.19 || >=22.12`
 */
export function nodeFault(version: string, range: string | undefined): string | undefined {
  if (range === undefined) return undefined
  const bounds = range.split('||').map((part) => BOUND_RE.exec(part.trim()))
  const serves = bounds.some((bound) => bound === null || isWithin(triple(version.split('.')), bound))
  return serves ? undefined : `needs Node ${range}, and this is ${version}`
}

function isWithin(version: Triple, [, sign, ...parts]: RegExpExecArray): boolean {
  const least = triple(parts)
  if (compare(version, least) < 0) return false
  if (sign === '>=') return true
  const isSameMajor = version[0] === least[0]
  return sign === '^' || parts[1] === undefined ? isSameMajor : isSameMajor && version[1] === least[1]
}

function triple(parts: readonly (string | undefined)[]): Triple {
  const [major, minor, patch] = parts.map((part) => Number.parseInt(part ?? '0', 10))
  return [major ?? 0, minor ?? 0, patch ?? 0]
}

function compare(a: Triple, b: Triple): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
}
