import fs from 'node:fs'
import path from 'node:path'

/** What a worker is to be. */
export interface WorkerSpec {
  prompt: string
  /** Absolute. */
  cwd: string
  /** Name of its agent; nothing: a worker without one. */
  agent: string | undefined
  /** The agent's text. */
  body: string | undefined
  /** Nothing: pi's own selection. */
  tools: readonly string[] | undefined
  /** `provider/id`; nothing: pi's default. */
  model: string | undefined
  thinking: string | undefined
}

const VIRTUAL_RE = /^(?:\/\$bunfs\/|[A-Za-z]:[\\/]~BUN[\\/])/
const RUNTIME_RE = /^(?:node|bun)(?:\.exe)?$/i

/** How this very pi is started: by its script, or as a program of its own. */
function program(): string[] {
  const script = process.argv[1]
  if (script !== undefined && !VIRTUAL_RE.test(script) && fs.existsSync(script))
    return [process.execPath, script]
  return RUNTIME_RE.test(path.basename(process.execPath)) ? ['pi'] : [process.execPath]
}

/**
 * The command of a worker; its prompt goes to its standard input, where it may be long and begin with anything.
 * @param extension the package that this extension is of: workers get what is installed, and this
 * @param textFile where the agent's text stands
 */
export function commandLine(spec: WorkerSpec, extension: string, textFile: string | undefined): string[] {
  const { tools, model, thinking } = spec
  return [
    ...program(),
    '--mode',
    'json',
    '--print',
    '--no-session',
    '--extension',
    extension,
    ...(model === undefined ? [] : ['--model', model]),
    ...(thinking === undefined ? [] : ['--thinking', thinking]),
    ...(tools === undefined ? [] : tools.length === 0 ? ['--no-tools'] : ['--tools', tools.join(',')]),
    ...(textFile === undefined ? [] : ['--append-system-prompt', textFile]),
  ]
}
