// Applies a tree in a process of its own, and dies on demand:
//   node write-tree.mjs DIR TREE.json [--kill-at N] [--recover] [--go]
// --kill-at N: SIGKILL itself right before its N-th change to the disk, or within it when that writes bytes.
// --recover: only finishes an earlier run. --go: prints a line when it starts.
// Prints {"changes": number, "ok": boolean, "reports": […]} when it lives to the end.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'kill-at': { type: 'string' }, recover: { type: 'boolean' }, go: { type: 'boolean' } },
})
const [dir, file] = positionals
const killAt = Number(values['kill-at'] ?? Infinity)
let changes = 0
const print = fs.writeSync

const CHANGES = [
  'openSync',
  'writeSync',
  'renameSync',
  'linkSync',
  'unlinkSync',
  'rmSync',
  'mkdirSync',
  'rmdirSync',
]
for (const name of CHANGES) {
  const original = fs[name]
  fs[name] = (...args) => {
    if (name === 'openSync' && args[1] === 'r') return original(...args)
    changes++
    if (changes === killAt) {
      // A write that is cut off in the middle is the worst case.
      if (name === 'writeSync') original(args[0], args[1].subarray(0, args[1].length / 2))
      process.kill(process.pid, 'SIGKILL')
    }
    return original(...args)
  }
}
syncBuiltinESMExports()

const { apply, plan, recover } = await import('../../lib/tree/index.js')
if (values.go) print(1, 'go\n')
changes = 0
const reports = []
let ok = false
if (values.recover) {
  reports.push(...recover(dir))
  ok = reports.length === 0
} else {
  const files = Object.entries(JSON.parse(fs.readFileSync(file, 'utf8'))).map(([path, content]) => [
    path,
    { path, content, executable: false, from: 'agents' },
  ])
  const planned = plan({ harness: 'claude', files: new Map(files) }, dir, { label: 'out' })
  ok = apply(planned, { report: (report) => reports.push(report) }).ok
}
const total = changes
print(1, `${JSON.stringify({ changes: total, ok, reports })}\n`)
