import { join } from '../files.ts'
import type { HarnessDocument } from '../document.ts'
import { isMostlySame } from '../lint/words.ts'
import type { AgentHarness } from '../model.ts'
import { HARNESS_FILE } from '../names.ts'
import type { Reading } from '../reading.ts'
import { estimate } from '../tokens.ts'
import { checkBlock, fieldProblem, isSpread, isUnread, lineSpan } from './frontmatter.ts'

/** Characters of a name that is still short (rule H-3). */
const LONGEST_NAME = 64

/** Tokens of a body (rule H-7), from the organisation's guide to evaluating harnesses. */
const IDEAL_BODY = 300
const ACCEPTABLE_BODY = 600

const SENTENCES_RE = /[.!?]\s+\p{Lu}/u

/** `HARNESS.md` itself (rules H-1 … H-14). */
export function checkEntry(harness: AgentHarness, reading: Reading): void {
  const { document, path, children } = harness
  checkPresence(harness, reading)
  if (document !== undefined) checkDocument(document, reading)
  if (document !== undefined && children.length === 0) {
    const message = 'this harness has no directories'
    reading.report({ code: 'harness-empty', message, at: reading.whole(join(path, HARNESS_FILE)) })
  }
  if (children.some(({ name }) => name === 'scripts')) {
    reading.report({
      code: 'harness-scripts',
      message: 'scripts belong into the skills that run them',
      hint: 'move each to <skill>/scripts/',
      at: reading.whole(join(path, 'scripts')),
    })
  }
}

function checkPresence({ path, files }: AgentHarness, reading: Reading): void {
  if (files.includes(HARNESS_FILE)) return
  const other = files.find((name) => name.toUpperCase() === HARNESS_FILE.toUpperCase())
  if (other === undefined && reading.kind(join(path, HARNESS_FILE)) !== undefined) return
  const isProject = ['agents', 'skills'].some((name) => reading.kind(join(path, name)) === 'directory')
  reading.report({
    code: 'harness-missing',
    message: `there is no ${HARNESS_FILE} here: this is no Agent Harness`,
    hint:
      other === undefined
        ? `agent-cortex harness init writes one${isProject ? '; for a project of agents and skills, did you mean agent-cortex validate?' : ''}`
        : `rename ${other} to ${HARNESS_FILE}: the name is exact`,
    at: reading.whole(other === undefined ? path : join(path, other)),
  })
}

function checkDocument(document: HarnessDocument, reading: Reading): void {
  const { frontmatter, source } = document
  const { absence } = frontmatter
  if (absence !== undefined) {
    const { message, hint } = absence
    reading.report({ code: 'no-frontmatter', message, hint, at: () => lineSpan(document, 0) })
    return
  }
  checkBlock(document, 'error', reading)
  if (!isUnread(document)) {
    checkName(document, reading)
    checkDescription(document, reading)
    for (const key of frontmatter.fields.keys()) {
      if (key === 'name' || key === 'description') continue
      const message = `${JSON.stringify(key)} is no key of the format`
      reading.report({ code: 'harness-key', message, at: () => document.span(key) })
    }
  }
  checkBody(document, reading, () => source.span(document.bodyStart))
}

function checkName(document: HarnessDocument, { report }: Reading): void {
  const at = (): ReturnType<HarnessDocument['span']> => document.span('name')
  const problem = fieldProblem(document, 'name')
  if (problem !== undefined) {
    report({ code: 'harness-name', message: problem, hint: 'write a short name for people to read', at })
    return
  }
  const length = document.name!.length
  const isLong = length > LONGEST_NAME
  if (!isLong && !isSpread(document, 'name')) return
  const message = isLong
    ? `the name has ${length} characters; ${LONGEST_NAME} is short`
    : 'the name stands on several lines'
  report({ code: 'harness-name', severity: 'warning', message, hint: 'write a few words on one line', at })
}

function checkDescription(document: HarnessDocument, { report }: Reading): void {
  const at = (): ReturnType<HarnessDocument['span']> => document.span('description')
  const problem = fieldProblem(document, 'description')
  const hint = 'write one sentence on what this harness enables an agent to do'
  if (problem !== undefined) {
    report({ code: 'harness-description', message: problem, hint, at })
    return
  }
  const isMany = SENTENCES_RE.test(document.description!)
  if (!isMany && !isSpread(document, 'description')) return
  const message = isMany ? 'the description has several sentences' : 'the description stands on several lines'
  report({ code: 'harness-description', severity: 'warning', message, hint, at })
}

function checkBody(
  document: HarnessDocument,
  { report }: Reading,
  at: () => ReturnType<HarnessDocument['span']>,
): void {
  const { body, description } = document
  if (body === '') {
    report({
      code: 'harness-body',
      message: 'the body is empty',
      hint: 'say what the agent is, and where to look',
      at,
    })
    return
  }
  const tokens = estimate.count(body)
  if (tokens > IDEAL_BODY) {
    const isLong = tokens > ACCEPTABLE_BODY
    report({
      code: 'harness-body',
      severity: isLong ? 'warning' : 'info',
      message: `the body has about ${tokens} tokens (characters / 4), loaded in every session; ${isLong ? ACCEPTABLE_BODY : IDEAL_BODY} is ${isLong ? 'a lot' : 'ideal'}`,
      hint: 'move what only some tasks need into routing files',
      at,
    })
  }
  const [paragraph = ''] = body.split('\n\n')
  if (description === undefined || !isMostlySame(paragraph, description)) return
  const message = 'the body begins by saying what the description says'
  report({ code: 'description-restated', severity: 'info', message, hint: 'leave it out', at })
}
