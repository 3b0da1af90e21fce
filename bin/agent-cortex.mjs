#!/usr/bin/env node
import { existsSync } from 'node:fs'

const loader = new URL('../lib/bundle/loader.js', import.meta.url)
if (existsSync(loader)) {
  const { start } = await import(loader.href)
  await start('command.cjs').main(process.argv.slice(2))
} else {
  process.stderr.write('agent-cortex: lib/ is not built\n  hint: run pnpm build:lib\n')
  process.exitCode = 1
}
