import type { Report } from '../diagnostics/index.ts'
import { removeEmpty } from '../tree/disk.ts'
import { failed } from '../tree/failure.ts'
import { isClean, plan } from '../tree/index.ts'
import { asker, CLIENT_NAMES, findReady, type Readiness } from './client.ts'
import { removeFolder } from './removal.ts'
import { readHomes } from './homes.ts'
import { otherOrigin } from './origin.ts'
import { blocked, currentVersion, type Place } from './place.ts'
import { newOutcome } from './install.ts'
import { keepSettings, runAll, texts } from './register.ts'
import { takeHold } from './lock.ts'
import { marketWithout, writeMarket } from './market.ts'
import { NAMELESS, readNames } from './names.ts'
import { type Places, placesOf } from './places.ts'
import { applyKeeping, changeOf, emptied, planShared, tell, tellRemains } from './placement.ts'
import type { State } from './registrar.ts'
import { registrarOf } from './registrars.ts'
import {
  type Change,
  NO_REGISTRATION,
  type Outcome,
  type Registration,
  type UninstallRequest,
} from './request.ts'

/**
 * Takes an installation back: first the client forgets it, then what was written goes. Each step may be done already,
 * so a run that was killed is finished by calling it again.
 */
export async function uninstall(request: UninstallRequest): Promise<Outcome> {
  const { client, sources, env, dryRun } = request
  const outcome = newOutcome()
  const homes = readHomes(env)
  const { diagnostics } = outcome
  const names = readNames(sources.root, sources.options, client, diagnostics.report)
  if (names === undefined) {
    if (!diagnostics.hasErrors) diagnostics.report(NAMELESS)
    return { ...outcome, ok: false }
  }
  const places = placesOf(client, homes, names)
  const removal = new Removal(request, places, outcome)
  if (dryRun) return removal.run()
  const lock = await takeHold(homes.own)
  if (!('release' in lock)) {
    outcome.diagnostics.report(lock)
    return { ...outcome, ok: false }
  }
  try {
    return await removal.run()
  } finally {
    lock.release()
    removeEmpty(homes.own)
  }
}

class Removal {
  readonly #request: UninstallRequest
  readonly #places: Places
  readonly #outcome: Outcome

  constructor(request: UninstallRequest, places: Places, outcome: Outcome) {
    this.#request = request
    this.#places = places
    this.#outcome = outcome
  }

  async run(): Promise<Outcome> {
    try {
      return await this.#run()
    } catch (error) {
      this.#outcome.diagnostics.report(failed(error, 'cannot read', this.#places.folder.link))
      return { ...this.#outcome, ok: false }
    }
  }

  async #run(): Promise<Outcome> {
    const { target, folder } = this.#places
    const problems = [...blocked(folder), ...faultsOf(folder, this.#request.client)]
    for (const problem of problems) this.#outcome.diagnostics.report(problem)
    if (problems.length > 0) return { ...this.#outcome, ok: false }
    const { sources, client } = this.#request
    const other = otherOrigin(folder, sources, { client, plugin: target.names.plugin, fate: 'removed' })
    if (other !== undefined) this.#outcome.diagnostics.report(other)
    const registration = await this.#unregister()
    if (registration === 'refused') return { ...this.#outcome, ok: false }
    const changes = this.#remove()
    return {
      ...this.#outcome,
      ok: !this.#outcome.diagnostics.hasErrors,
      title: target.names.plugin,
      changes,
      registration,
    }
  }

  async #unregister(): Promise<Registration | 'refused'> {
    const { client, env, dryRun } = this.#request
    const { report } = this.#outcome.diagnostics
    const state = registrarOf(client).look(this.#places.target, report)
    if (state === undefined) return 'refused'
    const { market, target } = this.#places
    const isLast = market === undefined || marketWithout(market, target.names.plugin) === undefined
    if (!state.holds(isLast)) {
      if (!dryRun) this.#tidy(state)
      return NO_REGISTRATION
    }
    const readiness = await findReady(client, env)
    const commands = texts(client, state.toUninstall(isLast))
    if (!('client' in readiness)) {
      const { reason } = readiness
      report({ code: 'client-missing', message: `it stays registered: ${reason}`, harness: client })
      return { kind: 'left', commands, reason }
    }
    const name = `${CLIENT_NAMES[client]} ${readiness.client.version}`
    if (!dryRun) {
      keepSettings(state.losing, report)
      const failure = await this.#tellClient(state, isLast, readiness)
      if (failure !== undefined) {
        report({
          code: 'register-failed',
          message: `${name} did not let go of it: ${failure}`,
          hint: 'nothing was removed; mend that and uninstall again',
          harness: client,
        })
        return 'refused'
      }
      this.#tidy(state)
    }
    return { kind: 'done', commands, client: name }
  }

  #tidy(state: State): void {
    try {
      state.tidy()
    } catch (error) {
      this.#outcome.diagnostics.report(
        failed(error, 'cannot tidy up', this.#places.target.homes[this.#request.client]),
      )
    }
  }

  /** @returns why the client still has it */
  async #tellClient(
    state: State,
    isLast: boolean,
    { client }: Extract<Readiness, { client: unknown }>,
  ): Promise<string | undefined> {
    const ask = asker(client, this.#places.target.homes, this.#request.env)
    const failure = await runAll(state.toUninstall(isLast), ask)
    const after = registrarOf(this.#request.client).look(this.#places.target, () => {})
    return after?.holds(isLast) === false ? undefined : (failure ?? 'its settings still name the plugin')
  }

  #remove(): Change[] {
    const { folder, market, target } = this.#places
    const { client, dryRun } = this.#request
    const { report } = this.#outcome.diagnostics
    const changes = emptied(this.#places, client)
    if (!dryRun) {
      try {
        const { edited, remains } = removeFolder(folder, client, report)
        tell(edited, [], report)
        tellRemains(folder.link, remains, report)
      } catch (error) {
        report(failed(error, 'cannot remove', folder.link))
      }
    }
    if (!dryRun && market !== undefined) {
      try {
        writeMarket(market, marketWithout(market, target.names.plugin))
        for (const dir of [market.dir, `${folder.base}/${client}`]) removeEmpty(dir)
      } catch (error) {
        report(failed(error, 'cannot write', market.dir))
      }
    }
    if (client === 'pi') {
      const shared = planShared({ harness: client, files: new Map() }, this.#places, false)
      for (const problem of shared.problems) report(problem)
      if (!isClean(shared)) changes.push(changeOf(shared))
      if (!dryRun && shared.problems.length === 0) applyKeeping(shared, report)
    }
    return changes
  }
}

/** Why it cannot be told what of a folder is ours; before the client is asked to forget it. */
function faultsOf(folder: Place, harness: string): readonly Report[] {
  if (blocked(folder).length > 0) return []
  const current = currentVersion(folder)
  const nothing = { harness, files: new Map() }
  return current === undefined ? [] : plan(nothing, current, { label: folder.link }).problems
}
