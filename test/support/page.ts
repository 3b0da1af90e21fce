import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { compile, type CompileOptions } from '../../src/compiler/index.ts'
import { formatDiagnostics } from '../../src/diagnostics/format/index.ts'
import type { Diagnostic } from '../../src/diagnostics/index.ts'
import { BIN } from './cli.ts'
import { put, scratch } from './trees.ts'

const DOCS = path.resolve(import.meta.dirname, '../../docs')

/** A fenced block: ```` ```<language> <label> ````. */
export interface Block {
  language: string
  /** The rest of the info string: a path, `options`, or nothing. */
  label: string
  text: string
}

export interface Section {
  title: string
  text: string
  blocks: Block[]
}

export function readPage(name: string): string {
  return fs.readFileSync(path.join(DOCS, name), 'utf8')
}

/** The parts of a page that begin with a heading of this level; what a deeper heading begins belongs to them. */
export function sections(page: string, level: number): Section[] {
  const heading = new RegExp(`^#{1,${level}} `)
  const found: Section[] = []
  let open: Section | undefined
  for (const { block, line } of pieces(page)) {
    if (line !== undefined && heading.test(line)) {
      const isOurs = line.startsWith(`${'#'.repeat(level)} `)
      open = isOurs ? { title: line.slice(level + 1), text: '', blocks: [] } : undefined
      if (open !== undefined) found.push(open)
    } else if (block !== undefined) open?.blocks.push(block)
    else if (open !== undefined) open.text += `${line}\n`
  }
  return found
}

/** The blocks before the first heading of a level. */
export function preamble(page: string, level: number): Block[] {
  const blocks: Block[] = []
  for (const { block, line } of pieces(page)) {
    if (line?.startsWith(`${'#'.repeat(level)} `)) break
    if (block !== undefined) blocks.push(block)
  }
  return blocks
}

const FENCE_RE = /^(`{3,})(\S*)(?: (.*))?$/

function* pieces(page: string): Generator<{ block?: Block; line?: string }> {
  const lines = page.split('\n')
  for (let at = 0; at < lines.length; at++) {
    const [, fence, language, label = ''] = FENCE_RE.exec(lines[at]!) ?? []
    if (fence === undefined) {
      yield { line: lines[at]! }
      continue
    }
    const end = lines.indexOf(fence, at + 1)
    if (end === -1) throw new Error(`a block is not closed: ${lines[at]}`)
    const text = lines.slice(at + 1, end).map((line) => `${line}\n`)
    yield { block: { language: language!, label, text: text.join('') } }
    at = end
  }
}

/** A block that is a file of the project. */
function isFile({ language, label }: Block): boolean {
  return (
    label !== '' &&
    label !== 'options' &&
    label !== 'tools' &&
    language !== 'sh' &&
    !label.startsWith('dist/')
  )
}

/**
 * Makes the project of an example: files of all blocks, those of the later ones over the earlier, then what `sh` says.
 * @param packages names of those that it has installed
 * @returns its directory, and what the last `agent-cortex` in `sh` told
 */
export function makeProject(
  blocks: readonly Block[],
  packages: readonly string[] = [],
): { root: string; told: Diagnostic[] | undefined } {
  const root = scratch()
  for (const name of packages) install(root, name)
  put(root, Object.fromEntries(blocks.filter(isFile).map(({ label, text }) => [label, text])))
  const scripts = blocks.filter(({ language }) => language === 'sh').map(({ text }) => text)
  if (scripts.length === 0) return { root, told: undefined }
  const output = path.join(scratch(), 'told.json')
  const command = `agent-cortex() { "$NODE" "$BIN" "$@" --format json > "$TOLD" 2> /dev/null || true; }\nset -e\n`
  const { status, stderr } = spawnSync('bash', ['-c', command + scripts.join('')], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE: process.execPath, BIN, TOLD: output },
  })
  if (status !== 0) throw new Error(`the commands failed: ${stderr}`)
  if (!fs.existsSync(output)) return { root, told: undefined }
  return {
    root,
    told: (JSON.parse(fs.readFileSync(output, 'utf8')) as { diagnostics: Diagnostic[] }).diagnostics,
  }
}

function install(root: string, name: string): void {
  const own = path.resolve(DOCS, '..')
  fs.mkdirSync(path.join(root, 'node_modules'), { recursive: true })
  fs.symlinkSync(
    name === 'agent-cortex' ? own : path.join(own, 'node_modules', name),
    path.join(root, 'node_modules', name),
  )
}

export function optionsOf(blocks: readonly Block[]): CompileOptions {
  const block = blocks.find(({ label }) => label === 'options')
  return block === undefined ? {} : (JSON.parse(block.text) as CompileOptions)
}

/** What an example tells, as the command prints it but for the code frames. */
export function tell(blocks: readonly Block[], wanted: (diagnostic: Diagnostic) => boolean): string {
  const { root, told } = makeProject(blocks)
  const build = (): Diagnostic[] => compile({ root, ...optionsOf(blocks) }).diagnostics.list('info')
  const locks = blocks.some(({ language, text }) => language === 'sh' && text.includes('chmod'))
  const all = told ?? (locks ? asNobody(root, build) : build())
  const frameless = all.filter(wanted).map(({ frame: _frame, ...diagnostic }) => diagnostic)
  const text = frameless.map((one) => withoutCount(formatDiagnostics('pretty', [one], { verbose: true })))
  return text.join('').replaceAll(fs.realpathSync(root), '/home/me/demo').replaceAll(root, '/home/me/demo')
}

/** Root may read everything; then another user looks. */
function asNobody<Result>(root: string, action: () => Result): Result {
  if (process.getuid?.() !== 0) return action()
  fs.chmodSync(root, 0o755)
  process.seteuid!(65_534)
  try {
    return action()
  } finally {
    process.seteuid!(0)
  }
}

/** Without the line at the end that says how many there are. */
function withoutCount(text: string): string {
  return text.split('\n\n').slice(0, -1).join('\n\n') + '\n'
}
