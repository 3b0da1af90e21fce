import { execFileSync } from 'node:child_process'
import path from 'node:path'

/** Compiles `src/` to `lib/` and bundles it, so that tests run the command as a user does. */
export default function setup(): void {
  const root = path.resolve(import.meta.dirname, '../..')
  for (const script of [
    ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.lib.json'],
    ['scripts/bundle-lib.mjs'],
  ]) {
    execFileSync(process.execPath, script, { cwd: root, stdio: 'inherit' })
  }
}
