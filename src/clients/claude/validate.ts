import path from 'node:path'
import { existsSync } from 'node:fs'
import type { FoundClient } from '../find.ts'
import type { Problem } from '../loaded.ts'
import { runClient } from '../run.ts'
import type { Scratch } from '../scratch.ts'
import { type ClientTree, MANIFESTS } from '../tree.ts'
import { environment } from './session.ts'

/** What `plugin validate --json` says of a file. */
interface Report {
  file?: string
  type?: string
  errors?: readonly { message?: string }[]
  warnings?: readonly { message?: string }[]
}

interface Validation {
  manifest?: Report | null
  contents?: readonly Report[] | null
  provides?: { hooks?: readonly { event?: string }[]; skills?: readonly string[] } | null
}

export interface Validated {
  problems: Problem[]
  /** Null where the client does not tell: where there are errors, and before 2.1.290. */
  hooks: string[] | null
  /** As far as the client tells. */
  skills: readonly string[]
}

/** Has the client check a tree's files. */
export async function validate(client: FoundClient, tree: ClientTree, scratch: Scratch): Promise<Validated> {
  const manifest = path.join(tree.dir, MANIFESTS.claude[0]!)
  if (!existsSync(manifest)) {
    const message = `there is no ${MANIFESTS.claude[0]}: Claude Code takes the directory's name for the plugin's`
    return { problems: [{ message, severity: 'error' }], hooks: null, skills: [] }
  }
  const run = await runClient(client, ['plugin', 'validate', '--json', manifest], {
    cwd: scratch.cwd,
    env: environment(scratch),
  })
  const validation = parse(run.stdout)
  if (validation === undefined) return { problems: [], hooks: null, skills: [] }
  const { manifest: about, contents, provides } = validation
  const problems = [
    // What a manifest lacks keeps nothing from loading; what another file lacks is gone.
    ...(about ? problemsOf(about, tree, 'warning') : []),
    ...(contents ?? []).flatMap((report) => problemsOf(report, tree, 'error')),
  ]
  const hooks = provides?.hooks?.map(({ event = '' }) => event) ?? null
  return { problems, hooks, skills: provides?.skills ?? [] }
}

function problemsOf(
  { file = '', errors = [], warnings = [] }: Report,
  tree: ClientTree,
  milder: Problem['severity'],
): Problem[] {
  const place = path.relative(tree.dir, file).split(path.sep).join('/')
  const problem =
    (severity: Problem['severity']) =>
    ({ message = 'is not as it should be' }) => ({
      message,
      file: place,
      severity,
    })
  return [...errors.map(problem('error')), ...warnings.map(problem(milder))]
}

function parse(text: string): Validation | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Validation) : undefined
  } catch {
    return undefined
  }
}
