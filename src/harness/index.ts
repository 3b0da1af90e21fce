import type { Harness } from '../compose/harness.ts'
import { claude } from './claude/index.ts'
import { copilot } from './copilot/index.ts'
import { pi } from './pi/index.ts'

export { defineHarness, isDefined } from './define.ts'
export type { HarnessDefinition } from './definition.ts'
export { claude, copilot, pi }

/** The clients that are supported without being defined by a project. */
export const builtInHarnesses: readonly Harness[] = Object.freeze([copilot, claude, pi])
