import { isWithin, join } from './files.ts'
import type { Reading } from './reading.ts'

/** Real paths of the directories that lead to where the walk is. */
export interface Trail {
  readonly real: string
  readonly above: Trail | undefined
}

export interface Target {
  readonly kind: 'file' | 'directory'
  readonly real: string
}

/** A directory that links lead to is read so many times; links upon links would otherwise multiply without end. */
const MOST_VISITS = 16

/** Follows symbolic links (rule V-3): by real path, none in circles, none out of the harness. */
export class Links {
  readonly #reading: Reading
  readonly #visits = new Map<string, number>()
  #repeated = false

  constructor(reading: Reading) {
    this.#reading = reading
  }

  /** Where a link leads to; nothing, with a report, where it is not to be followed. */
  follow(path: string, trail: Trail): Target | undefined {
    const reading = this.#reading
    const kind = reading.kind(path)
    const real = reading.realPath(path)
    if (real === undefined || kind === undefined || kind === 'other') {
      // The reference takes it for nothing.
      if (!reading.settings.compat)
        this.#tell(path, 'symlink-broken', 'this symbolic link leads nowhere', 'mend it or remove it')
      return undefined
    }
    if (!reading.isInside(real) && !reading.settings.followOutside) {
      this.#tell(
        path,
        'symlink-outside',
        'this symbolic link leads out of the harness',
        'put a copy in its place',
      )
      return undefined
    }
    if (kind === 'file') return { kind, real }
    if (runsInCircle(real, trail)) {
      const message = 'this symbolic link leads back to a directory above it'
      this.#tell(path, 'symlink-cycle', message, 'remove it')
      return undefined
    }
    return { kind, real }
  }

  /** Whether a directory that was reached over a link may be read once more. */
  mayVisit(path: string, real: string): boolean {
    const visits = (this.#visits.get(real) ?? 0) + 1
    this.#visits.set(real, visits)
    if (visits <= MOST_VISITS) return true
    if (!this.#repeated) {
      const message = `symbolic links lead to this directory in more than ${MOST_VISITS} ways; it is left out from here on`
      this.#tell(path, 'symlink-repeated', message, 'link to it once')
    }
    this.#repeated = true
    return false
  }

  #tell(
    path: string,
    code: 'symlink-broken' | 'symlink-outside' | 'symlink-cycle' | 'symlink-repeated',
    message: string,
    hint: string,
  ): void {
    this.#reading.report({ code, severity: 'warning', message, hint, at: this.#reading.whole(path) })
  }
}

function runsInCircle(real: string, trail: Trail): boolean {
  for (let at: Trail | undefined = trail; at !== undefined; at = at.above)
    if (isWithin(at.real, real)) return true
  return false
}

/** The real path of an entry that is no link. */
export function realBelow(real: string, name: string): string {
  return real.endsWith('/') ? real + name : join(real, name)
}
