import type { HarnessDocument } from '../document.ts'
import { type AgentHarness, harnessesOf, nodesOf } from '../model.ts'
import { SKILL_TYPE } from '../names.ts'
import { type Mentions, readMentions, wordsIn } from './mentions.ts'

/** So few are looked for one by one. */
const FEW = 40

const PLAIN_NAME_RE = /^[^\s`()[\]"'*|,;:<>#]+$/

/** The texts that agents route by, and what they name; each is read once, when it is asked for. */
export class RoutingTexts {
  readonly #outermost: AgentHarness
  readonly #mentions = new Map<HarnessDocument, Mentions>()
  #routing: { documents: HarnessDocument[]; words: Set<string> } | undefined
  #skills: { documents: HarnessDocument[]; words: Set<string> } | undefined

  constructor(outermost: AgentHarness) {
    this.#outermost = outermost
  }

  of(document: HarnessDocument): Mentions {
    let mentions = this.#mentions.get(document)
    if (mentions === undefined) {
      mentions = readMentions(document)
      this.#mentions.set(document, mentions)
    }
    return mentions
  }

  /** Those of the nodes that a text does not name: by their name, with or without its ending. */
  unnamed<Node extends { readonly name: string }>(document: HarnessDocument, nodes: readonly Node[]): Node[] {
    const { body } = document
    if (nodes.length <= FEW) return nodes.filter(({ name }) => !isIn(name, body) && !isIn(stemOf(name), body))
    const words = wordsIn(document)
    return nodes.filter(({ name }) => !isNamed(name, words, [document]))
  }

  isNamedInRouting(name: string): boolean {
    const { documents, words } = (this.#routing ??= this.#collect(false))
    return isNamed(name, words, documents)
  }

  /** In routing files and skills. */
  isNamedAnywhere(name: string): boolean {
    if (this.isNamedInRouting(name)) return true
    const { documents, words } = (this.#skills ??= this.#collect(true))
    return isNamed(name, words, documents)
  }

  #collect(ofSkills: boolean): { documents: HarnessDocument[]; words: Set<string> } {
    const documents: HarnessDocument[] = []
    for (const harness of harnessesOf(this.#outermost)) {
      if (!ofSkills && harness.document !== undefined) documents.push(harness.document)
      for (const node of nodesOf(harness)) {
        const document = ofSkills
          ? node.kind === 'leaf' && node.type === SKILL_TYPE && node.document
          : node.kind === 'group' && node.routing
        if (document) documents.push(document)
      }
    }
    const words = new Set<string>()
    for (const document of documents) for (const word of wordsIn(document)) words.add(word)
    return { documents, words }
  }
}

function isNamed(name: string, words: ReadonlySet<string>, documents: readonly HarnessDocument[]): boolean {
  if (words.has(name)) return true
  if (words.has(stemOf(name))) return true
  return !PLAIN_NAME_RE.test(name) && documents.some((document) => document.body.includes(name))
}

function stemOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(0, dot) : name
}

const INNER_RE = /[^\s`()[\]"'*|,;:<>#/.!?…]/

/** Whether a text holds a name as a word of its own, or a part of a path. */
function isIn(name: string, text: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const end = at + name.length
    const isCut = (at > 0 && INNER_RE.test(text[at - 1]!)) || (end < text.length && INNER_RE.test(text[end]!))
    if (!isCut) return true
  }
  return false
}
