import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { loadCall, readHarnessCall } from '../../src/cli/harness/call.ts'
import { compile, type CompileOptions } from '../../src/compiler/index.ts'
import { formatDiagnostics } from '../../src/diagnostics/format/index.ts'
import type { Diagnostic, Severity } from '../../src/diagnostics/index.ts'
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

/** All blocks of a page, or of a part of one. */
export function blocksOf(page: string): Block[] {
  return [...pieces(page)].flatMap(({ block }) => block ?? [])
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
function isFile({ label }: Block): boolean {
  return label !== '' && label !== 'options' && label !== 'tools' && !label.startsWith('dist/')
}

/** Before the commands of an example. Clients are found in `bin/` alone; `install` has no `--format`. */
const PREAMBLE = `set -e
agent-cortex() {
  local words=()
  case "$1" in install|uninstall) ;; *) words=(--format json) ;; esac
  PATH="$CLIENTS" "$NODE" "$BIN" "$@" "\${words[@]}" > "$TOLD.out" 2> "$TOLD.err" || true
  if [ \${#words[@]} -gt 0 ]; then mv "$TOLD.out" "$TOLD"; else mv "$TOLD.err" "$TOLD"; fi
}
`

/**
 * Makes the project of an example: files of all blocks, those of the later ones over the earlier, then what `sh` says.
 * What lies in `bin/` stands in for clients. The home directory is the one that the project lies in.
 * @param packages names of those that it has installed
 * @returns its directory, and what the last `agent-cortex` in `sh` told
 */
export function makeProject(
  blocks: readonly Block[],
  packages: readonly string[] = [],
): { root: string; told: Diagnostic[] | undefined } {
  const home = scratch()
  const root = path.join(home, 'demo')
  fs.mkdirSync(root)
  for (const name of packages) install(root, name)
  const files = blocks.filter(isFile)
  put(root, Object.fromEntries(files.map(({ label, text }) => [label, text])))
  for (const { label } of files) if (label.startsWith('bin/')) fs.chmodSync(path.join(root, label), 0o755)
  const scripts = blocks.filter((block) => block.language === 'sh' && !isFile(block)).map(({ text }) => text)
  if (scripts.length === 0) return { root, told: undefined }
  const output = path.join(scratch(), 'told')
  const { CLAUDE_CONFIG_DIR: _claude, COPILOT_HOME: _copilot, PI_CODING_AGENT_DIR: _pi, ...env } = process.env
  const { status, stderr } = spawnSync('bash', ['-c', PREAMBLE + scripts.join('')], {
    cwd: root,
    encoding: 'utf8',
    env: {
      ...env,
      HOME: home,
      NODE: process.execPath,
      BIN,
      TOLD: output,
      CLIENTS: path.join(root, 'bin'),
    },
  })
  if (status !== 0) throw new Error(`the commands failed: ${stderr}`)
  return { root, told: fs.existsSync(output) ? read(fs.readFileSync(output, 'utf8')) : undefined }
}

const HEADER_RE =
  /^(?:(?<file>.+?)(?::(?<line>\d+):(?<column>\d+))?: )?(?<severity>error|warning|info): (?<message>.*) \((?<code>[a-z-]+)\)(?: \[(?<harness>\w+)\])?$/
const HINT_RE = /^ {2}hint: (.*)$/

/** Diagnostics from JSON, or from what is printed for people. */
function read(text: string): Diagnostic[] {
  if (text.startsWith('{')) return (JSON.parse(text) as { diagnostics: Diagnostic[] }).diagnostics
  const told: Diagnostic[] = []
  for (const line of text.split('\n')) {
    const { file, line: row, column, severity, message, code, harness } = HEADER_RE.exec(line)?.groups ?? {}
    const [, hint] = HINT_RE.exec(line) ?? []
    if (message !== undefined) {
      told.push({
        code: code as Diagnostic['code'],
        severity: severity as Severity,
        message,
        harnesses: harness === undefined ? [] : [harness],
        ...(file === undefined ? {} : { file }),
        ...(row === undefined ? {} : { line: Number(row), column: Number(column) }),
      })
    } else if (hint !== undefined) told.push({ ...told.pop()!, hint })
  }
  return told
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

type Wanted = (diagnostic: Diagnostic) => boolean

/** What an example tells, as the command prints it but for the code frames. */
export function tell(blocks: readonly Block[], wanted: Wanted): string {
  const { root, told } = makeProject(blocks)
  const build = (): Diagnostic[] => compile({ root, ...optionsOf(blocks) }).diagnostics.list('info')
  const locks = blocks.some(({ language, text }) => language === 'sh' && text.includes('chmod'))
  return shown(told ?? (locks ? asNobody(root, build) : build()), wanted, root)
}

/** The same for an Agent Harness directory, as `agent-cortex harness validate` has it. */
export async function tellHarness(blocks: readonly Block[], wanted: Wanted): Promise<string> {
  const { root, told } = makeProject(blocks)
  const validate = async (): Promise<Diagnostic[]> =>
    loadCall(await readHarnessCall({ args: [root], options: new Map() }, root, root)).diagnostics.list('info')
  return shown(told ?? (await validate()), wanted, root)
}

function shown(told: readonly Diagnostic[], wanted: Wanted, root: string): string {
  const frameless = told.filter(wanted).map(({ frame: _frame, ...diagnostic }) => diagnostic)
  const text = frameless.map((one) => withoutCount(formatDiagnostics('pretty', [one], { verbose: true })))
  const home = path.dirname(root)
  return text.join('').replaceAll(fs.realpathSync(home), '/home/me').replaceAll(home, '/home/me')
}

/** Root may read everything; then another user looks. */
function asNobody<Result>(root: string, action: () => Result): Result {
  if (process.getuid?.() !== 0) return action()
  for (const dir of [path.dirname(root), root]) fs.chmodSync(dir, 0o755)
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
