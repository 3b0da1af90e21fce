import {
  type AgentHarness,
  type HarnessDocument,
  harnessesOf,
  type LeafNode,
  loadAgentHarness,
  memoryFiles,
  nodesOf,
} from '../../agent-harness/index.ts'
import { readHarnessConfig } from '../../agent-harness/config.ts'
import type { Code, Reporter } from '../../diagnostics/index.ts'
import type { AgentHarnessFolder } from '../../workspace/agent-harnesses.ts'
import type { Reader } from '../../workspace/reader.ts'

/** How a harness goes into the trees of clients: as it is, or with each of its skills as one of the client's own. */
export type HarnessForm = 'tree' | 'flat'

const NAME_CODES: ReadonlySet<Code> = new Set(['skill-name', 'skill-collision'])

/** An Agent Harness of the project, read and checked. */
export interface HarnessSource {
  /** `harnesses/<name>` */
  directory: string
  folder: AgentHarnessFolder
  form: HarnessForm
  model: AgentHarness
  /** `HARNESS.md`. */
  document: HarnessDocument
  /** What lies in it, relative to it: files, and directories above them. */
  paths: ReadonlySet<string>
}

/** Reads a harness by the rules of its format; nothing where it has no entry point, which is told. */
export function readHarness(
  reader: Reader,
  folder: AgentHarnessFolder,
  form: HarnessForm,
  report: Reporter,
): HarnessSource | undefined {
  const { directory, name } = folder
  const contents: Record<string, Uint8Array> = {}
  for (const { path, real } of [
    ...folder.files,
    ...(folder.settings === undefined ? [] : [folder.settings]),
  ]) {
    const read = reader.bytes(path, report, real)
    if (read !== undefined) contents[path.slice(directory.length + 1)] = read.bytes
  }
  const files = memoryFiles(contents)
  const { options } = readHarnessConfig(files, '', report, directory)
  const { harness, diagnostics } = loadAgentHarness(files, '', { ...options, prefix: directory, slug: name })
  for (const found of diagnostics.reports) {
    const severity = diagnostics.severityOf(found)
    // The skills of one that is taken apart get names that serve.
    if (severity !== 'off' && (form === 'tree' || !NAME_CODES.has(found.code))) report({ ...found, severity })
  }
  if (harness.document === undefined) return undefined
  return {
    directory,
    folder,
    form,
    model: harness,
    document: harness.document,
    paths: pathsOf(Object.keys(contents)),
  }
}

function pathsOf(files: readonly string[]): Set<string> {
  const paths = new Set(files)
  for (const file of files)
    for (let at = file.lastIndexOf('/'); at > 0; at = file.lastIndexOf('/', at - 1))
      paths.add(file.slice(0, at))
  return paths
}

/** Skill leaves, also of harnesses within. */
export function skillsOf(model: AgentHarness): LeafNode[] {
  return [...harnessesOf(model)].flatMap((one) =>
    nodesOf(one).filter((node): node is LeafNode => node.kind === 'leaf' && node.type === 'skill'),
  )
}
