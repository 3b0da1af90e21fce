import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Problem } from '../loaded.ts'

/** `2026-… [WARNING] [rust:…] /…/agents/x.agent.md: what is wrong {"plugin":…}` */
const LINE_RE = /^\S+ \[(?:WARNING|ERROR)\] (?:\[rust:\S+\] )?(.+?)(?: \{".*)?$/gm
const PLACE_RE = /^([^:]+): (.+)$/

/** What Copilot says of a tree's files in its log only: such an agent is dropped without a word (1.0.102). */
export function problemsIn(dir: string, root: string): Problem[] {
  const files = readdirSync(dir).filter((name) => name.endsWith('.log'))
  const lines = files.flatMap((name) => [...readFileSync(path.join(dir, name), 'utf8').matchAll(LINE_RE)])
  const about = lines.map(([, line]) => line!).filter((line) => line.includes(`${root}/`))
  return [...new Set(about)].map((line) => placed(line, root))
}

/** A sentence that begins with a file, or names one. */
export function placed(sentence: string, root: string): Problem {
  const message = sentence.replaceAll(`${root}/`, '')
  const [, file, rest] = sentence.startsWith(`${root}/`) ? (PLACE_RE.exec(message) ?? []) : []
  const severity = IGNORED_RE.test(message) ? 'warning' : 'error'
  return file === undefined ? { message, severity } : { file, message: rest!, severity }
}

/** It takes the agent all the same; another surface of Copilot may know the field. */
const IGNORED_RE = /unknown field ignored/
