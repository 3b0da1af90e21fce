import { randomBytes } from 'node:crypto'
import { linkSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { threadId } from 'node:worker_threads'
import { exists, lstat, writeNew } from './disk.ts'
import { isErrno } from './failure.ts'
import { type Journal, journalText, parseJournal } from './journal.ts'
import { JOURNAL } from './paths.ts'
import { isAlive, type Process, self } from './process.ts'

/** A name of the writer's own, of a process and thread with those numbers. */
const DRAFT_RE = /-(\d+)-(\d+)-[0-9a-f]{12}$/

export function randomId(): string {
  return randomBytes(6).toString('hex')
}

/** The journal of a directory; `unreadable` when a file of that name is none. */
export function readJournal(dir: string): Journal | 'unreadable' | undefined {
  const text = readIfThere(`${dir}/${JOURNAL}`)
  return text === undefined ? undefined : (parseJournal(text) ?? 'unreadable')
}

function readIfThere(path: string): string | undefined {
  try {
    // What is no file, a pipe for one, is not waited for: it says nothing.
    const stats = lstat(path)
    if (stats !== undefined && !stats.isFile()) return ''
    return stats && readFileSync(path, 'utf8')
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined
    throw error
  }
}

/** Makes the journal; false when there is one already. */
export function createJournal(dir: string, journal: Journal): boolean {
  return createWhole(`${dir}/${JOURNAL}`, journalText(journal))
}

/** Writes the successor of a journal that this process holds, under another name; {@link renameSync} makes it the journal. */
export function draftJournal(dir: string, journal: Journal): string {
  const draft = draftName(`${dir}/${JOURNAL}`)
  writeNew(draft, Buffer.from(journalText(journal)))
  return draft
}

export function replaceJournal(dir: string, journal: Journal): void {
  renameSync(draftJournal(dir, journal), `${dir}/${JOURNAL}`)
}

function draftName(path: string): string {
  return `${path}-${process.pid}-${threadId}-${randomId()}`
}

/** Makes a file with all its text or not at all; false when there is one. */
function createWhole(path: string, text: string): boolean {
  const draft = draftName(path)
  try {
    writeNew(draft, Buffer.from(text))
    linkSync(draft, path)
    return true
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false
    if (isErrno(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS')) return createWithoutLink(path, text)
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** For file systems without hard links. A kill right after the creation leaves a journal without text, before anything was done. */
function createWithoutLink(path: string, text: string): boolean {
  try {
    writeNew(path, Buffer.from(text))
    return true
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false
    throw error
  }
}

/**
 * Takes a dead writer's journal over, so that only one process finishes it. Each claim is a file named after what it
 * takes over (a journal, or the claim of a process that died as well).
 * @param id the journal's
 * @returns what its writer wrote last, the process that has taken it, or nothing when it is gone
 */
export function claimJournal(dir: string, id: string): Journal | Process | undefined {
  let next = id
  for (;;) {
    const claim = `${dir}/${JOURNAL}.${next}`
    if (tryClaim(claim)) break
    const other = readClaim(claim)
    if (other === undefined) return undefined
    if (isAlive(other)) return other
    next = other.id
  }
  // The writer may have gone on between the reading of its journal and its death.
  const last = readJournal(dir)
  return last !== undefined && last !== 'unreadable' && last.id === id ? last : undefined
}

interface Claim extends Process {
  readonly id: string
}

/** On a full disk there is no claim to be had; going on without one is better than leaving the disk full. */
function tryClaim(path: string): boolean {
  try {
    const claim: Claim = { ...self(), id: randomId() }
    return createWhole(path, JSON.stringify(claim))
  } catch (error) {
    if (isErrno(error, 'ENOSPC', 'EDQUOT')) return true
    throw error
  }
}

function readClaim(path: string): Claim | undefined {
  const text = readIfThere(path)
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as Claim
  } catch {
    // Only a file system without hard links leaves half a claim.
    rmSync(path, { force: true })
    return undefined
  }
}

/** The writer's own names in a directory: the journal, claims on journals, drafts of either. */
export function ownNames(dir: string): string[] {
  try {
    return readdirSync(dir).filter((name) => name.startsWith(JOURNAL))
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return []
    throw error
  }
}

/**
 * Removes claims and drafts that nobody needs, as far as that is allowed. Where there is a journal nothing goes: its
 * claims are needed. Ids are never used twice, so a claim seen before the journal was found gone has no use.
 */
export function sweep(dir: string, names: readonly string[] = ownNames(dir)): void {
  if (names.length === 0 || exists(`${dir}/${JOURNAL}`)) return
  for (const name of names) {
    const [, pid, thread] = DRAFT_RE.exec(name) ?? []
    const needed =
      name === JOURNAL || (pid !== undefined && isAlive({ pid: Number(pid), thread: Number(thread) }))
    if (!needed) removeIfAllowed(`${dir}/${name}`)
  }
}

function removeIfAllowed(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch (error) {
    if (!isErrno(error, 'EACCES', 'EPERM', 'EROFS')) throw error
  }
}
