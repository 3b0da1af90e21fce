import { didYouMean, type Reporter } from '../../diagnostics/index.ts'
import { readFrontmatter } from '../../workspace/harness-directory.ts'
import { type AgentHarnessFolder, HARNESSES, pathOfKey } from '../../workspace/agent-harnesses.ts'
import type { Reader } from '../../workspace/reader.ts'
import type { Agent, HarnessDirectory } from '../../workspace/sources.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { bodyOf, HarnessFields, noFields } from './fields.ts'
import { Flattening } from './flat.ts'
import { addTokens } from './links.ts'
import { isSlug, slugOf } from './names.ts'
import { HarnessPart } from './parts.ts'
import { type HarnessForm, type HarnessSource, readHarness, skillsOf } from './source.ts'

/** An Agent Harness on its way into the trees. */
export interface PlannedHarness {
  /** `harnesses/<name>` */
  directory: string
  source: HarnessSource
  /** The agent that it is for clients; nothing where no name can be made for it, which is told. */
  agent: Agent | undefined
  /** What clients get of it. */
  parts: readonly HarnessPart[]
  /** All of it, for the output that is for no client. */
  whole: HarnessPart
  /** What each form would add below `HARNESS.md`; a path in it is still a token. */
  paragraphOf(form: HarnessForm): string
}

interface Input {
  reader: Reader
  workspace: Workspace
  known: readonly string[]
  forms: Readonly<Record<string, HarnessForm>>
  /** There is a tree for no client too, in which all harnesses are whole. */
  goesWhole: boolean
  report: Reporter
}

/** Reads the Agent Harness directories of a project, and settles what becomes of them. */
export function planHarnesses(input: Input): PlannedHarness[] {
  const { reader, workspace, forms, goesWhole, report } = input
  checkForms(workspace, forms, report)
  const sources = workspace.agentHarnesses.flatMap(
    (folder) => readHarness(reader, folder, formOf(folder, forms), report, goesWhole) ?? [],
  )
  const flat = sources.filter(({ form }) => form === 'flat')
  const flattening = new Flattening(flat, ownNames(workspace), { reader, report })
  return sources.map((source) => {
    const { form, folder } = source
    const { directory, files } = folder
    const context = { reader, report }
    const below = (path: string): string => path.slice(directory.length + 1)
    const whole = new HarnessPart(context, {
      directory,
      path: [HARNESSES, folder.name],
      isSkill: false,
      files: new Map(files.map((entry) => [below(entry.path), entry])),
    })
    const parts = form === 'tree' ? [whole] : flattening.partsOf(source)
    const paragraphOf = (asked: HarnessForm): string => {
      if (asked === 'tree') return lying(source)
      // What another form would tell is not for now.
      const quiet = { reader, report: (): void => undefined }
      return new Flattening([source], ownNames(workspace), quiet).paragraph(source)
    }
    return { directory, source, agent: agentOf(input, source, flattening), parts, whole, paragraphOf }
  })
}

function formOf(folder: AgentHarnessFolder, forms: Input['forms']): HarnessForm {
  const [, form] = Object.entries(forms).find(([key]) => isOf(key, folder)) ?? []
  return form ?? 'tree'
}

/** A key is a name in `harnesses/`, or a path. */
function isOf(key: string, { name, directory }: AgentHarnessFolder): boolean {
  return key.includes('/')
    ? pathOfKey(key) === directory
    : `${HARNESSES}/${key}` === directory && key === name
}

function checkForms({ agentHarnesses }: Workspace, forms: Input['forms'], report: Reporter): void {
  const names = agentHarnesses.map(({ name }) => name)
  for (const name of Object.keys(forms)) {
    if (agentHarnesses.some((folder) => isOf(name, folder))) continue
    const place = name.includes('/')
      ? `directory ${JSON.stringify(name)} in this project`
      : `harnesses/${name}`
    const message = `option "agentHarnesses": there is no ${place}`
    report({ code: 'option-value', message, hint: didYouMean(name, names) })
  }
}

function ownNames({ skills }: Workspace): Set<string> {
  return new Set(skills.map(({ path }) => path.at(-1) ?? ''))
}

function agentOf(
  { reader, workspace, known, report }: Input,
  source: HarnessSource,
  flattening: Flattening,
): Agent | undefined {
  const { folder, form, document } = source
  const { directory } = folder
  const slug = slugOf(document.name ?? '') || slugOf(folder.name)
  if (!isSlug(slug)) {
    report({
      code: 'name-slug',
      message: `no name of an agent can be made of ${JSON.stringify(document.name ?? folder.name)}`,
      hint: 'use letters and digits in the name of the harness, or of its directory',
      at: document.span('name'),
    })
    return undefined
  }
  const { built } = workspace
  const base = new HarnessFields(document)
  const own =
    folder.frontmatter === undefined
      ? noFields(document.source)
      : readFrontmatter({ reader, known, built, report }, folder.frontmatter)
  const body = bodyOf(document, form === 'tree' ? lying(source) : flattening.paragraph(source))
  if (form === 'flat') addTokens(body, flattening.bodyLinks(source))
  const file = folder.frontmatter?.path ?? document.source.file
  const harnesses = built.map((id): [string, HarnessDirectory] => [
    id,
    { id, file, frontmatter: own, sections: new Map() },
  ])
  return {
    name: slug,
    directory,
    body,
    base,
    // What is wrong with HARNESS.md is told as that.
    baseBroken: document.description === undefined,
    harnesses: new Map(harnesses),
    sections: new Map(),
    unread: new Set(),
    isHarness: true,
  }
}

/** Files to read first that are named to the agent. */
const MOST_NAMED = 8

/** Tells the agent where the harness lies, and how to find its way in it. */
function lying({ folder, model }: HarnessSource): string {
  const routing = model.children.flatMap((node) =>
    node.kind === 'group' && node.routing !== undefined ? [`\`${node.routing.path}\``] : [],
  )
  const where = `This harness lies in \`{{PATH:${folder.directory}}}\`; paths above are relative to it.`
  const first =
    routing.length === 0
      ? ''
      : ` Before a task, read the file there that leads to what it needs (${routing.slice(0, MOST_NAMED).join(', ')}), then only what that names.`
  const skills =
    skillsOf(model).length === 0
      ? ''
      : ' A directory with a `SKILL.md` is a skill: read that file and follow it.'
  return where + first + skills
}
