import path from 'node:path'
import { renameSync, rmSync, unlinkSync } from 'node:fs'
import { exists, lstat, removeEmpty } from './disk.ts'
import { isErrno } from './failure.ts'
import { Folders } from './folders.ts'
import type { Journal, Operations } from './journal.ts'
import { sweep } from './lock.ts'
import { JOURNAL, parentOf, parentsOf } from './paths.ts'

/**
 * Turns the old tree into the new one. Every step may be done already, so a run that was killed is finished by doing
 * all of them again.
 */
export function commit(dir: string, operations: Operations): void {
  const { backups, removals, places, manifests } = operations
  const folders = new Folders(dir)
  // A link that has come to lie on the way since the comparison leads elsewhere.
  const reachable = (item: string): boolean => folders.at(parentOf(item)).kind === 'present'
  for (const [from, to] of backups) {
    if (reachable(from) && !exists(`${dir}/${to}`) && exists(`${dir}/${from}`)) {
      renameSync(`${dir}/${from}`, `${dir}/${to}`)
    }
  }
  for (const item of removals) if (reachable(item)) removeFile(`${dir}/${item}`)
  const emptied = [...parentsOf(removals)].toReversed()
  for (const parent of emptied) if (folders.at(parent).kind === 'present') removeEmpty(`${dir}/${parent}`)
  for (const [temporary, place, over] of places) {
    if (reachable(temporary) && reachable(place)) put(dir, temporary, place, over)
  }
  for (const manifest of manifests) removeFile(`${dir}/${manifest}`)
  for (const parent of parentsOf(manifests)) removeEmpty(`${dir}/${parent}`)
}

function removeFile(file: string): void {
  if (lstat(file)?.isFile() === true) unlinkSync(file)
}

function put(dir: string, temporary: string, place: string, over: boolean): void {
  const [from, to] = [`${dir}/${temporary}`, `${dir}/${place}`]
  if (!over) {
    if (!exists(from)) return
    // Whatever has come to stand there since the comparison is not ours.
    if (exists(to)) renameSync(to, `${dir}/${freeName(dir, place)}`)
  }
  try {
    renameSync(from, to)
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) throw error
  }
}

/**
 * A name beside a path for what is moved out of the way: `<path>.orig`, `.orig.1`, …
 * @param taken whether a name that is free on disk will be used otherwise
 */
export function freeName(dir: string, place: string, taken: (name: string) => boolean = () => false): string {
  for (let number = 0; ; number++) {
    const name = `${place}.orig${number === 0 ? '' : `.${number}`}`
    if (!taken(name) && !exists(`${dir}/${name}`)) return name
  }
}

/** Ends a run whose operations are all done: the journal goes last. */
export function close(dir: string, { prune }: Pick<Operations, 'prune'>): void {
  release(dir)
  if (prune) removeEmpty(dir)
}

/** Takes a run back that has changed nothing yet. */
export function rollBack(dir: string, { places, made }: Pick<Journal, 'places' | 'made'>): void {
  for (const [temporary] of places) rmSync(`${dir}/${temporary}`, { recursive: true, force: true })
  release(dir)
  removeMade(dir, made)
}

function release(dir: string): void {
  rmSync(`${dir}/${JOURNAL}`, { force: true })
  sweep(dir)
}

/** Removes directories that a run made for itself, from the inside out, as long as they are empty. */
export function removeMade(dir: string, made: number): void {
  let current = dir
  for (let left = made; left > 0 && removeEmpty(current); left--) current = path.dirname(current)
}
