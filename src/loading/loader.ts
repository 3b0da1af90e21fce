import { createHash } from 'node:crypto'
import fs from 'node:fs'
import module from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import vm from 'node:vm'

type Wrapper = (
  exports: unknown,
  require: NodeJS.Require,
  module: unknown,
  file: string,
  directory: string,
) => void

const HERE = path.dirname(fileURLToPath(import.meta.url))
const PROGRAM = path.join(HERE, 'program.cjs')
const system = module.createRequire(import.meta.url)

interface Cache {
  /** The directory may not be there. */
  directory: string
  name: string
  /** Names that begin so were of earlier versions of the bundle. */
  stem: string
}

/**
 * Loads an entry of the program, which lies beside this file. A third of the time of a build would go by with compiling
 * functions, so what the engine has compiled is kept between runs, once something was built.
 * @throws when there is no such entry
 */
export function start(name: string): unknown {
  if (system.cache[PROGRAM] === undefined) loadProgram()
  return system(path.join(HERE, name))
}

/** As `require` would, but with code that is kept; whatever requires it finds it loaded. */
function loadProgram(): void {
  const own = new module.Module(PROGRAM)
  own.filename = PROGRAM
  system.cache[PROGRAM] = own as NodeJS.Module
  const { wrapper, keep } = compile(PROGRAM)
  wrapper(own.exports, module.createRequire(PROGRAM), own, PROGRAM, HERE)
  own.loaded = true
  const { onBuilt } = own.exports as { onBuilt(listener: () => void): void }
  // At the end of a run, most of the functions that a run needs have been compiled.
  if (keep !== undefined) onBuilt(once(() => process.once('exit', keep)))
}

function once(action: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) action()
    isDone = true
  }
}

/** @returns also what keeps the code, where it is not kept yet and can be */
function compile(file: string): { wrapper: Wrapper; keep?: () => void } {
  const source = fs.readFileSync(file, 'utf8')
  const cache = cacheOf(file, source)
  const cachedData = cache && read(path.join(cache.directory, cache.name))
  const script = new vm.Script(module.wrap(source), {
    filename: file,
    ...(cachedData === undefined ? {} : { cachedData }),
  })
  const wrapper = script.runInThisContext() as Wrapper
  // Another engine's, or another processor's, is rejected.
  const isKept = cachedData !== undefined && script.cachedDataRejected !== true
  if (cache === undefined || isKept) return { wrapper }
  return { wrapper, keep: () => write(cache, script.createCachedData()) }
}

const CACHE = ['.cache', 'agent-cortex']

/**
 * Where the compiled code of a bundle is kept: in the `node_modules` that it is installed in, as other tools do, or in the
 * checkout's own, so that whoever may write there could change the bundle itself as well. The engine compares no more than
 * the text's length, so the name has a digest of the text, and of the path that stack traces tell.
 */
function cacheOf(file: string, source: string): Cache | undefined {
  if (process.env['NODE_DISABLE_COMPILE_CACHE'] !== undefined) return undefined
  const modules = ownModules()
  if (modules === undefined) return undefined
  const stem = `${path.basename(file)}-${process.version}-`
  return {
    directory: path.join(modules, ...CACHE),
    name: `${stem}${process.arch}-${digest(`${file}\n${source}`).toString('hex').slice(0, 32)}`,
    stem,
  }
}

/** The `node_modules` that the package lies in, else the one at its root. */
function ownModules(): string | undefined {
  const parts = HERE.split(path.sep)
  const last = parts.lastIndexOf(MODULES)
  if (last !== -1) return parts.slice(0, last + 1).join(path.sep)
  const own = path.join(HERE, '../..', MODULES)
  return fs.existsSync(own) ? own : undefined
}

const MODULES = 'node_modules'

/** Of the digest that the file begins with: the engine believes what it is given. */
const DIGEST_BYTES = 32

function digest(bytes: Uint8Array | string): Buffer {
  return createHash('sha256').update(bytes).digest()
}

function read(file: string): Buffer | undefined {
  try {
    if (!fs.statSync(file).isFile()) return undefined
    const bytes = fs.readFileSync(file)
    const code = bytes.subarray(DIGEST_BYTES)
    return digest(code).equals(bytes.subarray(0, DIGEST_BYTES)) ? code : undefined
  } catch {
    return undefined
  }
}

/** Whole or not at all: another process may read it, or write it too. Failing is no error. */
function write({ directory, name, stem }: Cache, bytes: Buffer): void {
  const temporary = path.join(directory, `.${name}.${process.pid}`)
  try {
    fs.mkdirSync(directory, { recursive: true })
    fs.writeFileSync(temporary, Buffer.concat([digest(bytes), bytes]))
    fs.renameSync(temporary, path.join(directory, name))
    for (const other of fs.readdirSync(directory))
      if (other.startsWith(stem) && other !== name) remove(path.join(directory, other))
  } catch {
    remove(temporary)
  }
}

function remove(file: string): void {
  try {
    fs.rmSync(file, { force: true })
  } catch {
    // Nothing can be there either.
  }
}
