import { existsSync } from 'node:fs'
import path from 'node:path'

/** In Vite's own order. */
const FILES = ['js', 'mjs', 'ts', 'cjs', 'mts', 'cts'].map((extension) => `vite.config.${extension}`)

/** Name of a project's Vite configuration, if it has one. */
export function findConfig(dir: string): string | undefined {
  return FILES.find((name) => existsSync(path.join(dir, name)))
}
