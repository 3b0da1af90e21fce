import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Report, Reporter } from '../diagnostics/index.ts'
import { isObject } from '../workspace/json.ts'
import { isSamePlace, type Registrar, type State, type Target } from './registrar.ts'
import { readSettings } from './settings.ts'

/**
 * pi: a package by the absolute path of its folder. Two packages that bring one extension keep pi from starting, so
 * other forms of the plugin go first (1.6.0, run 2026-11-30).
 */
export const pi: Registrar = { id: 'pi', look }

function look(target: Target, report: Reporter): State | undefined {
  const { link, names } = target
  const file = settingsFile(target)
  const settings = readSettings(file, false, report, 'broken')
  if (settings === undefined) return undefined
  const { packages = [] } = settings.value
  if (!Array.isArray(packages)) {
    report({
      code: 'settings-json',
      message: '"packages" of these settings is no list, and pi cannot install anything',
      hint: 'mend the file first',
      harness: 'pi',
      at: { file },
    })
    return undefined
  }
  const forms = formsIn(packages, target)
  const others = forms.filter((form) => form.kind === 'other')
  const isRegistered = forms.some((form) => form.kind === 'this')
  return {
    losing: [],
    warnings: forms.filter(({ kind }) => kind === 'likely').map(({ source }) => likely(source, names.plugin)),
    holds: () => isRegistered,
    toInstall: [
      ...others.map(({ source }) => ['remove', source]),
      ...(isRegistered ? [] : [['install', link]]),
    ],
    toRestore: others.map(({ stated }) => ['install', stated]),
    toUninstall: () => (isRegistered ? [['remove', link]] : []),
    confirm: () => Promise.resolve(confirm(file, target)),
    actualRoot: () => Promise.resolve(undefined),
    tidy: () => {},
  }
}

/** For agents and skills that lie in pi's own directory: no form of the plugin may be registered besides. */
export const materialised: Registrar = {
  id: 'pi',
  look(target, report) {
    const state = look(target, report)
    if (state === undefined) return undefined
    return {
      ...state,
      toInstall: [...state.toInstall.filter(([verb]) => verb === 'remove'), ...state.toUninstall(true)],
      confirm: () => Promise.resolve(otherForm(settingsFile(target), target)),
    }
  },
}

function settingsFile({ homes }: Target): string {
  return path.join(homes.pi, 'settings.json')
}

interface Form {
  /** As `pi remove` takes it from any directory. */
  source: string
  /** With its version, where it has one. */
  stated: string
  /** The folder that we write, another place of the same plugin, or something that looks like it. */
  kind: 'this' | 'other' | 'likely'
}

function formsIn(packages: readonly unknown[], target: Target): Form[] {
  return packages.flatMap((entry) => {
    const source = isObject(entry) ? entry['source'] : entry
    return typeof source === 'string' ? (formOf(source, target) ?? []) : []
  })
}

const NPM_RE = /^npm:((?:@[^/@]+\/)?[^@]+)/
const REMOTE_RE = /^(?:git[:@]|https?:|ssh:|github:)/
const REPOSITORY_RE = /([^/:]+?)(?:\.git)?(?:[@#].*)?$/

function formOf(source: string, { homes, link, names }: Target): Form | undefined {
  const ours = [names.plugin, names.npm]
  const [, packaged] = NPM_RE.exec(source) ?? []
  if (packaged !== undefined)
    return ours.includes(packaged) ? { source: `npm:${packaged}`, stated: source, kind: 'other' } : undefined
  if (REMOTE_RE.test(source)) {
    return REPOSITORY_RE.exec(source)?.[1] === names.plugin
      ? { source, stated: source, kind: 'likely' }
      : undefined
  }
  const place = path.resolve(homes.pi, source.replace(/^~(?=\/)/, homes.home))
  if (isSamePlace(place, link)) return { source: place, stated: place, kind: 'this' }
  return ours.includes(packageName(place)) ? { source: place, stated: place, kind: 'other' } : undefined
}

function packageName(dir: string): string | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path.join(dir, 'package.json'), 'utf8'))
    return isObject(value) && typeof value['name'] === 'string' ? value['name'] : undefined
  } catch {
    return undefined
  }
}

function likely(source: string, plugin: string): Report {
  return {
    code: 'install-duplicate',
    message: `pi has the package ${source}, which may be ${JSON.stringify(plugin)} too`,
    hint: `if it is, pi will not start with both: pi remove ${source}`,
    harness: 'pi',
  }
}

/** It says that it has installed where it has not, so only its file tells. */
function confirm(file: string, target: Target): string | undefined {
  if (!readForms(file, target).some(({ kind }) => kind === 'this'))
    return `its settings do not name ${target.link}`
  const other = readForms(file, target).find(({ kind }) => kind === 'other')
  return other && `its settings still name ${other.source}`
}

function otherForm(file: string, target: Target): string | undefined {
  const form = readForms(file, target).find(({ kind }) => kind !== 'likely')
  return form && `its settings still name ${form.source}`
}

function readForms(file: string, target: Target): Form[] {
  const packages = readSettings(file, false, () => {}, 'broken')?.value['packages']
  return Array.isArray(packages) ? formsIn(packages, target) : []
}
