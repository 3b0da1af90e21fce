import fs from 'node:fs'
import path from 'node:path'
import { type HarnessOptions, loadAgentHarness, type LoadedHarness } from '../../src/agent-harness/index.ts'
import type { Diagnostic } from '../../src/diagnostics/index.ts'
import { DiskFiles } from '../../src/workspace/disk-files.ts'
import { put, scratch } from './trees.ts'

/** The entry point of harnesses that are about something else; nothing is to be said of it. */
export const ENTRY =
  '---\nname: Test\ndescription: Helps with tests of harnesses.\n---\n\nYou help with tests.\n'

/** A markdown file with a description of which nothing is to be said. */
export function described(what: string, body = `About ${what}.`): string {
  return `---\ndescription: When to look for ${what} in this place.\n---\n\n${body}\n`
}

/** A skill of which nothing is to be said. */
export function skill(name: string, body = 'Do it.'): string {
  return `---\nname: ${name}\ndescription: Does ${name} whenever a task asks for it.\n---\n\n${body}\n`
}

export interface Extra {
  /** Path → target. */
  links?: Record<string, string>
  directories?: readonly string[]
}

/** A new directory with a harness in it. @param files over `HARNESS.md` that is fine */
export function harnessDir(
  files: Record<string, string | Uint8Array>,
  { links = {}, directories = [] }: Extra = {},
): string {
  const root = scratch()
  put(root, { 'HARNESS.md': ENTRY, ...files })
  for (const directory of directories) fs.mkdirSync(path.join(root, directory), { recursive: true })
  for (const [link, target] of Object.entries(links)) {
    fs.mkdirSync(path.dirname(path.join(root, link)), { recursive: true })
    fs.symlinkSync(target, path.join(root, link))
  }
  return root
}

export function load(root: string, options: HarnessOptions = {}): LoadedHarness {
  return loadAgentHarness(new DiskFiles(root), '', options)
}

/** `severity code file:line:column`, in the order in which they are told. */
export function told(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ severity, code, file, line, column }) => {
    const place = line === undefined ? (file ?? '') : `${file}:${line}:${column}`
    return `${severity} ${code} ${place}`.trim()
  })
}

/** What is told of a harness: all, or warnings and errors only. */
export function verdict(
  files: Record<string, string | Uint8Array>,
  options: HarnessOptions & Extra & { least?: 'info' | 'warning' } = {},
): string[] {
  const { least = 'info', ...rest } = options
  return told(load(harnessDir(files, rest), rest).diagnostics.list(least))
}
