import { Diagnostics } from '../diagnostics/index.ts'
import { check } from './check/index.ts'
import { checkCompat } from './compat.ts'
import { type HarnessFiles, lastSegment } from './files.ts'
import type { AgentHarness } from './model.ts'
import { type HarnessOptions, settingsOf } from './options.ts'
import { Reading } from './reading.ts'
import { Walker } from './walk.ts'

export interface LoadedHarness {
  harness: AgentHarness
  diagnostics: Diagnostics
}

/**
 * Reads and checks an Agent Harness directory, all of it in one go: https://agentharnesses.io/specification.
 * Never throws, whatever lies there; what is wrong is in `diagnostics`, and the model holds what could be read.
 * @param root path of the harness within the files; `''` where they are its own
 */
export function loadAgentHarness(
  files: HarnessFiles,
  root: string,
  options: HarnessOptions = {},
): LoadedHarness {
  const { severity, strict } = options
  const diagnostics = new Diagnostics({
    ...(severity === undefined ? {} : { severity }),
    ...(strict === undefined ? {} : { strict }),
  })
  const settings = settingsOf(options)
  const reading = new Reading(files, root, settings, diagnostics.report)
  const harness = new Walker(reading).read(options.slug ?? lastSegment(root))
  if (settings.compat) checkCompat(harness, reading)
  else check(harness, reading)
  return { harness, diagnostics }
}
