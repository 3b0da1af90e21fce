import type { Report } from '../diagnostics/index.ts'
import { labelled } from './paths.ts'
import type { Plan } from './plan.ts'
import type { Obstacle } from './survey.ts'

/** Why plans must not be applied: what is not ours stands in the way, or the comparison could not be made. */
export function refusals(plans: readonly Plan[]): Report[] {
  return plans.flatMap((plan) => [
    ...plan.problems,
    ...plan.owned.map(({ path, owner }) => owned(plan, path, owner)),
    ...(plan.options.force === true ? [] : plan.foreign.map((path) => foreign(plan, path))),
  ])
}

function owned(plan: Plan, path: string, owner: string): Report {
  const file = labelled(plan.label, path)
  return {
    code: 'output-owned',
    message: `${JSON.stringify(file)} belongs to the plugin ${JSON.stringify(owner)}, which was installed here`,
    hint: `give yours another name, or uninstall ${owner}`,
    at: { file },
    harness: plan.tree.harness,
  }
}

const SENTENCES: Record<Obstacle, (file: string) => string> = {
  file: (file) => `${file} was not written by agent-cortex, and it differs from what would be written`,
  directory: (file) => `${file} is a directory; a file would be written here`,
  symlink: (file) => `${file} is a symlink; a file would be written here`,
  other: (file) => `${file} is not a regular file; one would be written here`,
  parent: (file) => `${file} is not a directory; one is needed here`,
  link: (file) => `${file} is a symbolic link, which is not followed; a directory is needed here`,
}

function foreign(plan: Plan, path: string): Report {
  const file = labelled(plan.label, path)
  return {
    code: 'output-foreign',
    message: SENTENCES[plan.details.obstacles.get(path) ?? 'file'](JSON.stringify(file)),
    hint: `move it away, or use --force, which keeps it as ${JSON.stringify(`${file}.orig`)}`,
    at: { file },
    harness: plan.tree.harness,
  }
}
