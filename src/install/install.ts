import path from 'node:path'
import { type Code, Diagnostics, type Reporter } from '../diagnostics/index.ts'
import { removeEmpty } from '../tree/disk.ts'
import { failed } from '../tree/failure.ts'
import { type Ask, asker, findReady, type Readiness } from './client.ts'
import { checkClear, type Compiled, compileFor } from './compile.ts'
import { copilotRoot } from './copilot.ts'
import { otherOrigin, writeOrigin } from './origin.ts'
import { isPlaced } from './place.ts'
import { removeFolder } from './removal.ts'
import { type Homes, readHomes } from './homes.ts'
import { takeHold } from './lock.ts'
import { MANIFESTS } from './manifests.ts'
import { NAMELESS, readNames } from './names.ts'
import { type Places, placesOf } from './places.ts'
import { leftOut, planPlacement, tell, tellRemains, writePlacement } from './placement.ts'
import { register } from './register.ts'
import { registrarOf } from './registrars.ts'
import type { State } from './registrar.ts'
import { type InstallRequest, NO_REGISTRATION, type Outcome } from './request.ts'

/** One installation, from the sources to the client's own word that it has the plugin. */
export async function install(request: InstallRequest): Promise<Outcome> {
  const { client, sources, env } = request
  const homes = readHomes(env)
  const names = readNames(sources.root, sources.options, client)
  if (names === undefined) {
    const compiled = compileFor(client, sources, undefined)
    // The compiler's own words, where it has any.
    if (!compiled.compilation.diagnostics.hasErrors) compiled.compilation.diagnostics.report(NAMELESS)
    return refused(compiled)
  }
  // Where Copilot reads a plugin from depends on its version, whether it is told of it or not.
  const isNeeded = request.register !== 'no' || client === 'copilot'
  const readiness = isNeeded ? await findReady(client, env) : undefined
  const run = new Installation(request, homes, placesOf(client, homes, names), readiness)
  return run.run()
}

/** Nothing was written, and the diagnostics say why. */
export function refused({ compilation }: Pick<Compiled, 'compilation'>): Outcome {
  return {
    ok: false,
    diagnostics: compilation.diagnostics,
    title: undefined,
    changes: [],
    registration: NO_REGISTRATION,
  }
}

class Installation {
  readonly #request: InstallRequest
  readonly #homes: Homes
  readonly #places: Places
  readonly #readiness: Readiness | undefined
  /** Nothing where the client is not to be asked, or cannot be. */
  readonly #ask: Ask | undefined

  constructor(request: InstallRequest, homes: Homes, places: Places, readiness: Readiness | undefined) {
    this.#request = request
    this.#homes = homes
    this.#places = places
    this.#readiness = readiness
    this.#ask =
      request.register !== 'no' && readiness !== undefined && 'client' in readiness
        ? asker(readiness.client, homes, request.env)
        : undefined
  }

  async run(): Promise<Outcome> {
    const { dryRun, client, sources } = this.#request
    const root = this.#request.pluginRoot ?? this.#expectedRoot()
    const compiled = compileFor(client, sources, root)
    const { compilation, tree } = compiled
    if (tree === undefined) return refused(compiled)
    if (!checkClear(sources, compilation, this.#targets(), compilation.diagnostics.report))
      return refused(compiled)
    if (dryRun) return this.#round(compiled, root)
    const lock = await takeHold(this.#homes.own)
    if (!('release' in lock)) {
      compilation.diagnostics.report(lock)
      return refused(compiled)
    }
    try {
      return await this.#round(compiled, root)
    } finally {
      lock.release()
      removeEmpty(this.#homes.own)
    }
  }

  /** Where the client will read the plugin from, as far as that can be told beforehand. */
  #expectedRoot(): string {
    const { folder, target } = this.#places
    switch (this.#request.client) {
      case 'claude':
        return '${CLAUDE_PLUGIN_ROOT}'
      case 'copilot': {
        const version =
          this.#readiness !== undefined && 'client' in this.#readiness ? this.#readiness.client.version : null
        return slashed(copilotRoot(version, target))
      }
      case 'pi':
        return slashed(this.#request.materialise ? this.#homes.pi : folder.link)
    }
  }

  #targets(): string[] {
    const { client, materialise } = this.#request
    const { folder } = this.#places
    const own = materialise ? [] : [folder.link, folder.versions]
    if (client !== 'pi') return own
    return [
      ...own,
      path.join(this.#homes.pi, 'agents'),
      ...(materialise ? [path.join(this.#homes.pi, 'skills')] : []),
    ]
  }

  /** Compares, writes, registers. Where the client turns out to read from elsewhere, once more for that place. */
  async #round(compiled: Compiled, root: string, isSecond = false): Promise<Outcome> {
    const { client, materialise, force, dryRun, pluginRoot } = this.#request
    const { compilation, tree } = compiled
    const { diagnostics } = compilation
    const { report } = diagnostics
    const state = this.#look(report)
    if (state === 'refused') return refused(compiled)
    const placement = planPlacement(tree!, this.#places, { force, materialise })
    const refusals = [...(state?.refusal === undefined ? [] : [state.refusal]), ...placement.problems]
    for (const problem of refusals) report(problem)
    for (const warning of state?.warnings ?? []) report(warning)
    reportLeftOut(leftOut(placement), report)
    if (refusals.length > 0 || diagnostics.hasErrors) return refused(compiled)
    if (!isSecond) this.#tellOrigin(report)
    if (!dryRun && !writePlacement(placement, report)) return refused(compiled)
    if (!dryRun && !materialise) this.#noteOrigin(report)
    const asked = state === undefined ? undefined : { state, ask: this.#ask!, look: () => this.#again() }
    const readiness = this.#readiness ?? { reason: '' }
    const registration = await register(this.#request, readiness, this.#places.target, asked, report)
    if (!dryRun && materialise) this.#clearFolder(report)
    const { plugin } = this.#places.target.names
    const version = versionOf(tree!.files.get(MANIFESTS[client])?.content)
    const outcome: Outcome = {
      ok: !diagnostics.hasErrors,
      diagnostics,
      title: version === undefined ? plugin : `${plugin} ${version}`,
      changes: placement.changes,
      registration,
    }
    if (isSecond || dryRun || pluginRoot !== undefined || state === undefined || !outcome.ok) return outcome
    const actual = slashed((await state.actualRoot(this.#ask!)) ?? this.#places.folder.link)
    if (client !== 'copilot' || actual === root) return outcome
    const again = await this.#round(compileFor(client, this.#request.sources, actual), actual, true)
    for (const told of diagnostics.reports) if (ASIDE.has(told.code)) again.diagnostics.report(told)
    return { ...again, changes: outcome.changes }
  }

  /** Nothing where the client will not be asked. */
  #look(report: Reporter): State | 'refused' | undefined {
    if (this.#ask === undefined) return undefined
    const { client, materialise } = this.#request
    return registrarOf(client, materialise).look(this.#places.target, report) ?? 'refused'
  }

  #tellOrigin(report: Reporter): void {
    const { folder, target } = this.#places
    const { client, sources } = this.#request
    const other = otherOrigin(folder, sources, { client, plugin: target.names.plugin, fate: 'replaced' })
    if (other !== undefined) report(other)
  }

  #noteOrigin(report: Reporter): void {
    try {
      writeOrigin(this.#places.folder, this.#request.sources)
    } catch (error) {
      report(failed(error, 'cannot write', this.#places.folder.versions))
    }
  }

  /** The client's state after it was told. */
  #again(): State | undefined {
    const { client, materialise } = this.#request
    return registrarOf(client, materialise).look(this.#places.target, () => {})
  }

  /** The folder of an earlier installation as a package. */
  #clearFolder(report: Reporter): void {
    if (!isPlaced(this.#places.folder)) return
    try {
      const { edited, remains } = removeFolder(this.#places.folder, this.#request.client, report)
      tell(edited, [], report)
      tellRemains(this.#places.folder.link, remains, report)
    } catch (error) {
      report(failed(error, 'cannot remove', this.#places.folder.link))
    }
  }
}

/** What only the round tells in which it happened. */
const ASIDE: ReadonlySet<Code> = new Set(['install-edited', 'install-replaced', 'output-backup'])

function versionOf(content: string | Uint8Array | undefined): string | undefined {
  const { version } = JSON.parse(Buffer.from(content ?? '{}').toString('utf8')) as { version?: string }
  return version
}

function slashed(file: string): string {
  return file.split(path.sep).join('/')
}

function reportLeftOut(files: readonly string[], report: Reporter): void {
  if (files.length === 0) return
  const shown = files.slice(0, 3).join(', ')
  report({
    code: 'install-partial',
    message: `${files.length === 1 ? 'a file is' : `${files.length} files are`} neither agent nor skill and not materialised: ${shown}${files.length > 3 ? ', …' : ''}`,
    hint: 'without --materialise they go along',
    harness: 'pi',
  })
}

/** For what ends before anything is compiled. */
export function newOutcome(): Outcome {
  return {
    ok: true,
    diagnostics: new Diagnostics(),
    title: undefined,
    changes: [],
    registration: NO_REGISTRATION,
  }
}
