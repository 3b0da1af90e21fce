import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/** All by which the sources change the disk. */
const CHANGES = [
  'openSync',
  'writeSync',
  'writeFileSync',
  'copyFileSync',
  'symlinkSync',
  'renameSync',
  'linkSync',
  'unlinkSync',
  'rmSync',
  'mkdirSync',
  'rmdirSync',
] as const

type Change = (...args: unknown[]) => unknown

/**
 * Lets an action run until its n-th change to the disk. That one and all later ones do not happen, as if the process
 * had been killed: what it does to clean up comes to nothing too. (To the writer, what its own thread left behind is
 * given up.)
 * @param base only changes below it count; others are the test runner's
 * @returns how many changes were tried, up to the fatal one
 */
export async function dying(
  base: string,
  at: number,
  action: () => Promise<unknown>,
): Promise<{ died: boolean; changes: number }> {
  const table = fs as unknown as Record<string, Change>
  const originals = CHANGES.map((name) => [name, table[name]!] as const)
  let changes = 0
  const handles = new Set<unknown>()
  const concerns = (args: unknown[]): boolean =>
    args.slice(0, 2).some((one) => (typeof one === 'string' && one.startsWith(base)) || handles.has(one))
  for (const [name, original] of originals) {
    table[name] = (...args) => {
      if ((name === 'openSync' && args[1] === 'r') || !concerns(args)) return original(...args)
      if (changes < at) changes++
      if (changes === at) throw new Error('dead')
      const result = original(...args)
      if (name === 'openSync') handles.add(result)
      return result
    }
  }
  const { closeSync } = fs
  fs.closeSync = (handle) => {
    handles.delete(handle)
    closeSync(handle)
  }
  syncBuiltinESMExports()
  try {
    await action()
  } catch (error) {
    if (!(error instanceof Error && error.message === 'dead')) throw error
  } finally {
    for (const [name, original] of originals) table[name] = original
    fs.closeSync = closeSync
    syncBuiltinESMExports()
  }
  return { died: changes === at, changes }
}
