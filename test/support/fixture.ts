import fs from 'node:fs'
import path from 'node:path'
import { compile, type Compilation, type CompileOptions } from '../../src/compiler/index.ts'
import type { Diagnostic } from '../../src/diagnostics/index.ts'
import type { Tree } from '../../src/tree/tree.ts'

/** All files below a directory: path → text, `(binary)` where it is not UTF-8, `*` after the path where executable. */
export function readFiles(directory: string, below = ''): Record<string, string> {
  const files: Record<string, string> = {}
  for (const entry of fs.readdirSync(path.join(directory, below), { withFileTypes: true })) {
    const file = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.isDirectory()) Object.assign(files, readFiles(directory, file))
    else {
      const full = path.join(directory, file)
      const executable = (fs.statSync(full).mode & 0o100) !== 0
      files[executable ? `${file}*` : file] = asText(fs.readFileSync(full))
    }
  }
  return files
}

/** A tree in the same form as {@link readFiles}. */
export function treeFiles(tree: Tree): Record<string, string> {
  const files: Record<string, string> = {}
  for (const { path: file, content, executable } of tree.files.values()) {
    files[executable ? `${file}*` : file] =
      typeof content === 'string' ? content : asText(Buffer.from(content))
  }
  return files
}

function asText(bytes: Buffer): string {
  const text = bytes.toString('utf8')
  return Buffer.from(text, 'utf8').equals(bytes) ? text : '(binary)'
}

/** One line a diagnostic: `error tool-unknown agents/plan/agent.md:3:5-18 [claude, pi] message -- hint`. */
export function describeDiagnostic(diagnostic: Diagnostic): string {
  const { severity, code, file, line, column, endLine, endColumn, harnesses, message, hint } = diagnostic
  const end = endLine === line ? `${endColumn}` : `${endLine}:${endColumn}`
  const place =
    file === undefined ? '' : line === undefined ? ` ${file}` : ` ${file}:${line}:${column}-${end}`
  const who = harnesses.length === 0 ? '' : ` [${harnesses.join(', ')}]`
  return `${severity} ${code}${place}${who} ${message}${hint === undefined ? '' : ` -- ${hint.replaceAll('\n', ' / ')}`}`
}

export function describeDiagnostics(compilation: Compilation, least: 'info' | 'warning' = 'info'): string[] {
  return compilation.diagnostics.list(least).map(describeDiagnostic)
}

/** Writes a project: path → text; `path*` makes it executable. Returns its directory. */
export function project(directory: string, files: Record<string, string | Buffer>): string {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(directory, name.replace(/\*$/, ''))
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, content)
    if (name.endsWith('*')) fs.chmodSync(file, 0o755)
  }
  return directory
}

export function compileIn(root: string, options: CompileOptions = {}): Compilation {
  return compile({ root, ...options })
}
