import type { ManifestInput } from '../../compose/harness.ts'
import type { Code } from '../../diagnostics/index.ts'
import { isPlain } from '../fields.ts'
import { findingSentence } from '../findings.ts'
import { fieldOf, holds, type ManifestFormat, valueFaults } from '../manifest.ts'

const CODES: Readonly<Record<string, Code>> = { hooks: 'hooks-invalid', mcpServers: 'mcp-invalid' }

/** The components of the root `plugin.json` that serve in this tree; the others are reported. */
export function takeComponents(input: ManifestInput, format: ManifestFormat): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input.components).filter(([key, value]) => serves(key, value, input, format)),
  )
}

function serves(key: string, value: unknown, input: ManifestInput, format: ManifestFormat): boolean {
  const at = input.place(key)
  const { harness } = format
  if (fieldOf(format, key) === undefined) {
    const message = `${JSON.stringify(key)} is no key of copilot's manifest and is left out`
    input.report({ code: 'manifest-key', message, at, harness })
    return false
  }
  const faults = valueFaults(key, value, format)
  for (const { message, hint } of faults) input.report({ code: 'metadata-value', message, hint, at, harness })
  if (faults.length > 0) return false
  const missing = format.paths({ [key]: value }).filter(({ path }) => !holds(input, path))
  for (const { path } of missing) {
    const message = `${JSON.stringify(key)} names ${JSON.stringify(path)}, which the tree does not hold`
    input.report({ code: 'manifest-path', message, at, harness })
  }
  return missing.length === 0 && inspected(key, value, input, format)
}

function inspected(
  key: string,
  value: unknown,
  input: ManifestInput,
  { inspect, harness }: ManifestFormat,
): boolean {
  const findings = isPlain(value) ? (inspect?.[key]?.(value) ?? []) : []
  for (const finding of findings) {
    const { severity, hint } = finding
    const message = findingSentence({ ...finding, path: [key, ...finding.path] })
    input.report({
      code: CODES[key] ?? 'metadata-value',
      severity,
      message,
      hint,
      at: input.place(key),
      harness,
    })
  }
  return !findings.some(({ severity }) => severity === 'error')
}
