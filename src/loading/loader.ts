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
  onBuilt(() => process.once('exit', keep))
}

function compile(file: string): { wrapper: Wrapper; keep: () => void } {
  const source = fs.readFileSync(file, 'utf8')
  const cache = cacheOf(file)
  const cachedData = cache && read(path.join(cache.directory, cache.name))
  const script = new vm.Script(module.wrap(source), {
    filename: file,
    ...(cachedData === undefined ? {} : { cachedData }),
  })
  const wrapper = script.runInThisContext() as Wrapper
  // Another engine's, or another processor's, is rejected.
  const isKept = cachedData !== undefined && script.cachedDataRejected !== true
  if (cache === undefined || isKept) return { wrapper, keep: () => {} }
  return { wrapper, keep: () => write(cache, script.createCachedData()) }
}

const CACHE = ['.cache', 'agent-cortex']

/**
 * Where the compiled code of a bundle is kept: in the `node_modules` that it is installed in, as other tools do, so that
 * whoever may write there could change the bundle itself as well. The engine compares no more than the text's length,
 * so a changed file has another name.
 */
function cacheOf(file: string): Cache | undefined {
  if (process.env['NODE_DISABLE_COMPILE_CACHE'] !== undefined) return undefined
  const modules = nearestModules(HERE)
  if (modules === undefined) return undefined
  const { size, mtimeMs } = fs.statSync(file)
  const stem = `${path.basename(file)}-${process.version}-`
  return {
    directory: path.join(modules, ...CACHE),
    name: `${stem}${process.arch}-${size}-${Math.round(mtimeMs)}`,
    stem,
  }
}

/** `node_modules` above a directory, or beside one above it. */
function nearestModules(directory: string): string | undefined {
  if (path.basename(directory) === MODULES) return directory
  const beside = path.join(directory, MODULES)
  if (fs.existsSync(beside)) return beside
  const parent = path.dirname(directory)
  return parent === directory ? undefined : nearestModules(parent)
}

const MODULES = 'node_modules'

/** Of the digest that the file begins with: the engine believes what it is given. */
const DIGEST_BYTES = 32

function digest(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}

function read(file: string): Buffer | undefined {
  try {
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
