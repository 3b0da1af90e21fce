import { type HarnessEntry, type HarnessFiles, type HarnessStat, isWithin } from './files.ts'

/** Files by their paths, for harnesses that are on no disk: a tree before it is written, a browser. No links. */
export function memoryFiles(files: Readonly<Record<string, string | Uint8Array>>): HarnessFiles {
  const contents = new Map(Object.entries(files))
  const directories = new Map<string, Map<string, HarnessEntry>>([['', new Map()]])
  for (const path of contents.keys()) add(path, directories)
  const stat = (path: string): HarnessStat | undefined => {
    if (directories.has(path)) return { kind: 'directory', size: 0, executable: false }
    const content = contents.get(path)
    return content === undefined ? undefined : { kind: 'file', size: content.length, executable: false }
  }
  return {
    readDir(path) {
      const entries = directories.get(path)
      if (entries === undefined) throw missing(path)
      return [...entries.values()]
    },
    readFile(path) {
      const content = contents.get(path)
      if (content === undefined) throw missing(path)
      return typeof content === 'string' ? new TextEncoder().encode(content) : content
    },
    stat,
    realPath: (path) => (stat(path) === undefined ? undefined : path),
  }
}

function add(path: string, directories: Map<string, Map<string, HarnessEntry>>): void {
  const segments = path.split('/')
  for (const [index, name] of segments.entries()) {
    const parent = segments.slice(0, index).join('/')
    const isFile = index === segments.length - 1
    directories.get(parent)!.set(name, { name, kind: isFile ? 'file' : 'directory' })
    const own = segments.slice(0, index + 1).join('/')
    if (!isFile && isWithin(own, parent) && !directories.has(own)) directories.set(own, new Map())
  }
}

function missing(path: string): Error {
  return Object.assign(new Error(`there is no ${path}`), { code: 'ENOENT' })
}
