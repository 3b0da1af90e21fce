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
import { DETECTORS_FILE, isHidden, LEAF_FILE } from '../../agent-harness/names.ts'
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

/**
 * Reads a harness by the rules of its format; nothing where it has no entry point, which is told.
 * @param goesWhole whether a tree for no client holds it too, in which skills keep the names that they have
 */
export function readHarness(
  reader: Reader,
  folder: AgentHarnessFolder,
  form: HarnessForm,
  report: Reporter,
  goesWhole = false,
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
    const isMended = form === 'flat' && !goesWhole && NAME_CODES.has(found.code)
    if (severity !== 'off' && !isMended) report({ ...found, severity })
  }
  if (harness.document === undefined) return undefined
  return {
    directory,
    folder: { ...folder, files: shownFiles(folder, harness, report) },
    form,
    model: harness,
    document: harness.document,
    paths: pathsOf(Object.keys(contents)),
  }
}

const MARKERS: ReadonlySet<string> = new Set([DETECTORS_FILE, LEAF_FILE])

/** Rule V-1: what is hidden is no part of a harness, but for what says what a directory is. What is left out is told. */
function shownFiles(
  { directory, files }: AgentHarnessFolder,
  model: AgentHarness,
  report: Reporter,
): AgentHarnessFolder['files'] {
  const marks = [...harnessesOf(model)].flatMap(({ detectors }) => detectors.rules.map(({ path }) => path))
  const hidden = new Set<string>()
  const shown = files.filter(({ path }) => {
    const below = path.slice(directory.length + 1).split('/')
    const at = below.findIndex(isHidden)
    const isMarker = at === below.length - 1 && MARKERS.has(below[at]!)
    if (at === -1 || isMarker || marks.some((mark) => path.endsWith(`/${mark}`))) return true
    hidden.add([directory, ...below.slice(0, at + 1)].join('/'))
    return false
  })
  const message = 'this is not shipped: what is hidden is no part of a harness'
  for (const file of hidden) report({ code: 'file-ignored', message, at: { file } })
  return shown
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
