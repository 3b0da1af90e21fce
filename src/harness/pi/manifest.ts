import { z } from 'zod'
import type { ManifestFile, ManifestInput } from '../../compose/harness.ts'
import { order } from '../../diagnostics/index.ts'
import { isPlain, type Plain } from '../fields.ts'
import { layOver, type ManifestFormat, metadataFields } from '../manifest.ts'

const text = z.string().min(1)
const texts = z.array(text)
const versions = z.record(z.string(), z.string())
const personOrText = z.union([
  text,
  z.strictObject({ name: text, email: text.optional(), url: text.optional() }),
])

/** Folders that pi 1.6.0 loads; once one is declared, undeclared ones are not (run 2026-11-30). */
const RESOURCES = ['extensions', 'skills', 'prompts', 'themes'] as const
/** What a package ships besides; read by the subagent extensions, not by pi itself. */
const AGENTS = 'agents'
const KEYWORD = 'pi-package'

/** Never to be published: what the writer keeps for itself. */
const OWN_RE = /^\./
/** npm ships these whether named or not. */
const ALWAYS_RE = /^(?:package\.json|readme|license|licence)(?:\.|$)/i

/** package.json as npm documents it, with pi's own key (`pi-manifest.js` of pi 1.6.0). */
const format: ManifestFormat = {
  harness: 'pi',
  schema: z.strictObject({
    name: text,
    version: text.optional(),
    description: text.optional(),
    keywords: texts.optional(),
    homepage: text.optional(),
    bugs: z.union([text, z.record(z.string(), z.string())]).optional(),
    license: text.optional(),
    author: personOrText.optional(),
    contributors: z.array(personOrText).optional(),
    funding: z.unknown().optional(),
    repository: z.union([text, z.record(z.string(), z.string())]).optional(),
    private: z.boolean().optional(),
    type: z.enum(['module', 'commonjs']).optional(),
    files: texts.optional(),
    bin: z.union([text, versions]).optional(),
    scripts: versions.optional(),
    dependencies: versions.optional(),
    peerDependencies: versions.optional(),
    peerDependenciesMeta: z.record(z.string(), z.unknown()).optional(),
    optionalDependencies: versions.optional(),
    engines: versions.optional(),
    publishConfig: z.record(z.string(), z.unknown()).optional(),
    pi: z
      .strictObject({
        extensions: texts.optional(),
        skills: texts.optional(),
        prompts: texts.optional(),
        themes: texts.optional(),
        changelogPath: text.optional(),
        image: text.optional(),
        video: text.optional(),
      })
      .optional(),
  }),
  paths: namedPaths,
}

/** `!x`, `+x`, `-x` and globs choose among what there is; they name nothing that must exist. */
const PATTERN_RE = /^[!+-]|[*?{[]/
const URL_RE = /^[a-z]+:\/\//i

function namedPaths({ pi }: Plain): { key: string; path: string }[] {
  if (!isPlain(pi)) return []
  return Object.entries(pi).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((path) => typeof path === 'string' && !PATTERN_RE.test(path) && !URL_RE.test(path))
      .map((path: string) => ({ key: key === 'pi' ? key : 'pi', path })),
  )
}

/** npm's rule for new packages; pi itself loads a local package of any name. */
const NAME_RE = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/
const NAME_LIMIT = 214

/** A `package.json` that pi takes for a package, complete: no folder that is there stays undeclared. */
export function manifest(input: ManifestInput): ManifestFile[] {
  const { keywords = [], ...metadata } = metadataFields(input.metadata) as Plain & { keywords?: string[] }
  const pi = declared(
    Object.fromEntries(RESOURCES.filter((name) => input.has(name)).map((name) => [name, [name]])),
  )
  const base = { ...metadata, keywords: [...new Set([...keywords, KEYWORD])], files: shipped(input), pi }
  const json = layOver(base, { ...input, overrides: mergedOverrides(pi, input.overrides) }, format)
  checkName(String(json['name']), input)
  return [{ path: 'package.json', json }]
}

/** `pi` is merged key by key: replaced as a whole it would switch off what it does not name. */
function mergedOverrides(pi: Plain, overrides: Plain): Plain {
  const given = overrides['pi']
  if (!isPlain(given)) return overrides
  const merged = Object.entries({ ...pi, ...given }).filter(([, value]) => value !== null)
  return { ...overrides, pi: declared(Object.fromEntries(merged)) }
}

/**
 * pi 1.6.0 takes an installed folder that declares and has no resources for one extension, and then does not start:
 * `Failed to load extension` (run 2026-11-30). An empty list is a declaration.
 */
function declared(pi: Plain): Plain {
  return RESOURCES.some((name) => pi[name] !== undefined) ? pi : { ...pi, skills: [] }
}

function shipped(input: ManifestInput): string[] {
  const top = input.top ?? [AGENTS, ...RESOURCES].filter((name) => input.has(name))
  return top.filter((name) => !OWN_RE.test(name) && !ALWAYS_RE.test(name)).toSorted(order)
}

function checkName(name: string, input: ManifestInput): void {
  if (NAME_RE.test(name) && name.length <= NAME_LIMIT) return
  input.report({
    code: 'metadata-value',
    severity: 'warning',
    message: `npm does not publish a package named ${JSON.stringify(name)}`,
    hint: 'use small letters, digits and hyphens',
    at: input.place('name'),
    harness: 'pi',
  })
}
