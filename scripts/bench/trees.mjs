import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import path from 'node:path'

const EXECUTABLE = 0o111

/**
 * Compares two directories: names, kinds, bytes, executable bits.
 * @returns {{ files: number, differences: string[] }} files in the first, and a line for each path that differs
 */
export function compareTrees(left, right) {
  const [ours, theirs] = [entriesOf(left), entriesOf(right)]
  const names = [...new Set([...ours.keys(), ...theirs.keys()])]
  const differences = names.flatMap((name) => {
    const difference = compareEntries(
      path.join(left, name),
      path.join(right, name),
      ours.get(name),
      theirs.get(name),
    )
    return difference === undefined ? [] : [`${name}: ${difference}`]
  })
  return { files: [...ours.values()].filter((kind) => kind !== 'directory').length, differences }
}

/** Of the command alone, and about this machine: when it may skip a build. */
const STATE = '.agent-cortex.state.json'

/** Kinds by relative path. */
function entriesOf(root) {
  const all = readdirSync(root, { recursive: true, withFileTypes: true })
  const entries = all.filter(({ name, parentPath }) => name !== STATE || parentPath !== root)
  return new Map(
    entries.map((entry) => [path.relative(root, path.join(entry.parentPath, entry.name)), kindOf(entry)]),
  )
}

function kindOf(entry) {
  if (entry.isDirectory()) return 'directory'
  return entry.isSymbolicLink() ? 'link' : 'file'
}

function compareEntries(left, right, ours, theirs) {
  if (theirs === undefined) return 'only in the first'
  if (ours === undefined) return 'only in the second'
  if (ours !== theirs) return `${ours} and ${theirs}`
  if (ours === 'link') return readlinkSync(left) === readlinkSync(right) ? undefined : 'link target'
  if (ours === 'directory') return undefined
  if (!readFileSync(left).equals(readFileSync(right))) return 'bytes'
  const bits = (statSync(left).mode ^ statSync(right).mode) & EXECUTABLE
  return bits === 0 ? undefined : 'executable bits'
}
