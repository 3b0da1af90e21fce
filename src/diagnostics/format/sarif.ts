import type { Code } from '../codes.ts'
import type { Diagnostic, Severity } from '../diagnostic.ts'
import { helpUri } from '../help.ts'

const LEVELS: Record<Severity, 'error' | 'warning' | 'note'> = {
  error: 'error',
  warning: 'warning',
  info: 'note',
}

const SURROGATE_RE = /\p{Surrogate}/gu

/** A SARIF 2.1.0 log with one run: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html */
export function formatSarif(diagnostics: readonly Diagnostic[]): string {
  const codes = [...new Set(diagnostics.map(({ code }) => code))]
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'agent-cortex', rules: codes.map((id) => ({ id, helpUri: helpUri(id) })) } },
        columnKind: 'utf16CodeUnits',
        results: results(diagnostics, codes),
      },
    ],
  }
  return `${JSON.stringify(log, null, 2)}\n`
}

function results(diagnostics: readonly Diagnostic[], codes: readonly Code[]): object[] {
  const indices = new Map(codes.map((code, index) => [code, index]))
  return diagnostics.map((diagnostic) => ({
    ruleId: diagnostic.code,
    ruleIndex: indices.get(diagnostic.code),
    level: LEVELS[diagnostic.severity],
    message: { text: text(diagnostic) },
    locations: locations(diagnostic),
    properties: { harnesses: diagnostic.harnesses },
  }))
}

function text({ message, hint }: Diagnostic): string {
  const hints = hint?.split('\n').map((line) => `hint: ${line}`) ?? []
  return [message, ...hints].join('\n')
}

function locations({ file, line, column, endLine, endColumn }: Diagnostic): object[] {
  if (file === undefined) return []
  // A region without a start is not valid; a location without a region is the whole file.
  const region = line === undefined ? undefined : { startLine: line, startColumn: column, endLine, endColumn }
  return [{ physicalLocation: { artifactLocation: { uri: uri(file), uriBaseId: '%SRCROOT%' }, region } }]
}

/** A relative reference (RFC 3986); the escaped colon keeps a first segment from being read as a scheme. */
function uri(file: string): string {
  return file.replace(SURROGATE_RE, '\ufffd').split('/').map(encodeURIComponent).join('/')
}
