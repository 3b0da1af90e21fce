// Loaded before the program that is measured (`node -r`): on exit, writes what the process used to the file that
// AGENT_CORTEX_BENCH_USAGE names. CommonJS, because it must not make the loader of ES modules start earlier.
const { readFileSync, writeFileSync } = require('node:fs')
const { isMainThread } = require('node:worker_threads')

const PEAK_RE = /^VmHWM:\s*(\d+) kB$/m

// The system's maxRSS is inherited through fork and exec, so that of a small program may be its parent's.
// VmHWM begins anew with each program.
function peakKilobytes(maxRSS) {
  try {
    return Number(PEAK_RE.exec(readFileSync('/proc/self/status', 'latin1'))[1])
  } catch {
    return maxRSS
  }
}

// Worker threads load this too; the process is the same.
if (isMainThread) {
  process.on('exit', () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage()
    const usage = { peak: peakKilobytes(maxRSS) * 1024, cpu: (userCPUTime + systemCPUTime) / 1000 }
    writeFileSync(process.env.AGENT_CORTEX_BENCH_USAGE, JSON.stringify(usage))
  })
}
