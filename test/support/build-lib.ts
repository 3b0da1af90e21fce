import { execFileSync } from 'node:child_process'
import path from 'node:path'

/** Compiles `src/` to `lib/`, so that tests run the command as a user does. */
export default function setup(): void {
  const root = path.resolve(import.meta.dirname, '../..')
  execFileSync(
    process.execPath,
    [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.lib.json'],
    {
      cwd: root,
      stdio: 'inherit',
    },
  )
}
