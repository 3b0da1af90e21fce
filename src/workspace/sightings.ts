import fs from 'node:fs'

/** What was looked at, and how each was; what was looked at twice is there twice. */
export interface Seen {
  /** Absolute. */
  readonly paths: readonly string[]
  readonly signatures: readonly string[]
}

/**
 * What a run looked at, and how it was: by this a later run can tell that nothing has changed, without reading it.
 * A doubt, such as a link that was followed or a file that was written while the run began, makes it worthless.
 */
export class Sightings {
  // Two lists, not a map: there are tens of thousands, and none is looked up.
  readonly #paths: string[] = []
  readonly #signatures: string[] = []
  #doubted = false

  /** Nothing where there is a doubt. */
  get all(): Seen | undefined {
    return this.#doubted ? undefined : { paths: this.#paths, signatures: this.#signatures }
  }

  file(path: string, stats: fs.Stats): void {
    this.#add(path, fileSignature(stats))
  }

  directory(path: string, entries: readonly fs.Dirent[]): void {
    this.#add(path, directorySignature(entries))
  }

  names(path: string, pattern: RegExp, names: readonly string[]): void {
    this.#add(path, namesSignature(pattern, names))
  }

  missing(path: string): void {
    this.#add(path, MISSING)
  }

  doubt(): void {
    this.#doubted = true
  }

  #add(path: string, signature: string): void {
    this.#paths.push(path)
    this.#signatures.push(signature)
  }
}

const MISSING = '-'
const DIRECTORY = '/'
const NAMES = '*'

/** Whether something is as it was when it was seen. */
export function isAsSeen(path: string, signature: string): boolean {
  try {
    if (signature.startsWith(DIRECTORY)) {
      return directorySignature(fs.readdirSync(path, { withFileTypes: true })) === signature
    }
    if (signature.startsWith(NAMES)) {
      const pattern = new RegExp(signature.slice(1, signature.indexOf('\n')))
      return namesSignature(pattern, namesIn(path, pattern)) === signature
    }
    const stats = fs.lstatSync(path, { throwIfNoEntry: false })
    return (stats === undefined ? MISSING : fileSignature(stats)) === signature
  } catch {
    return false
  }
}

/** Names in a directory that a pattern finds; none when it cannot be read. */
export function namesIn(path: string, pattern: RegExp): string[] {
  try {
    return fs.readdirSync(path).filter((name) => pattern.test(name))
  } catch {
    return []
  }
}

function namesSignature(pattern: RegExp, names: readonly string[]): string {
  return `${NAMES}${pattern.source}\n${names.join('\n')}`
}

/** A write, or another mode, changes the time of change, whatever else it leaves as it was. */
function fileSignature({ size, ctimeMs, ino }: fs.Stats): string {
  // Joined into one string: a template leaves a chain of ten.
  return [size, ctimeMs, ino].join(' ')
}

/** Names and kinds; what is in the entries has signatures of its own. */
function directorySignature(entries: readonly fs.Dirent[]): string {
  let signature = DIRECTORY
  for (const entry of entries) signature += `${entry.name}${kindOf(entry)}`
  return signature
}

function kindOf(entry: fs.Dirent): string {
  if (entry.isFile()) return '\n'
  return entry.isDirectory() ? '/' : '?'
}
