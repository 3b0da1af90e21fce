#!/usr/bin/env node
import { existsSync } from 'node:fs'
import module from 'node:module'

// Node 22.1 and later keep compiled code between runs.
module.enableCompileCache?.()

const entry = new URL('../lib/bundle/command.js', import.meta.url)
if (existsSync(entry)) {
  const { main } = await import(entry.href)
  await main(process.argv.slice(2))
} else {
  process.stderr.write('agent-cortex: lib/ is not built\n  hint: run pnpm build:lib\n')
  process.exitCode = 1
}
