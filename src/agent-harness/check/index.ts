import { checkDescriptions } from '../lint/descriptions.ts'
import { checkIndexes } from '../lint/indexes.ts'
import { checkLinks } from '../lint/links.ts'
import { RoutingTexts } from '../lint/routing-texts.ts'
import { type AgentHarness, harnessesOf } from '../model.ts'
import type { Reading } from '../reading.ts'
import { checkContent } from './content.ts'
import { checkEntry } from './entry.ts'
import { checkLeaves, checkReach } from './leaves.ts'
import { checkNames } from './names.ts'
import { checkRouting } from './routing.ts'

/** Holds a harness, and those within it, against the rules of the format; then against good use. */
export function check(outermost: AgentHarness, reading: Reading): void {
  const texts = new RoutingTexts(outermost)
  for (const harness of harnessesOf(outermost)) {
    checkEntry(harness, reading)
    checkRouting(harness, reading)
    checkLeaves(harness, reading)
    checkContent(harness, reading)
    checkNames(harness, reading)
    if (!reading.settings.lint) continue
    checkDescriptions(harness, reading)
    checkLinks(harness, texts, reading)
    checkIndexes(harness, texts, reading)
    checkReach(harness, texts, reading)
  }
}
