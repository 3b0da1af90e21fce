import type { Code, Reporter, Source } from '../diagnostics/index.ts'
import { type JsonPath, parseJson } from '../workspace/json.ts'
import { pathName } from '../workspace/sentence.ts'
import type { FileCheck } from '../compose/harness.ts'

/** What a client holds against a value in a JSON file. */
export interface Finding {
  path: JsonPath
  /** A predicate, to follow the name of the place: `must be a string`. */
  message: string
  hint?: string
  /** `error`: the client refuses it; `warning`: the client goes on without it. */
  severity: 'error' | 'warning'
  /** The key is at fault, not its value. */
  atKey?: boolean
}

/** `"hooks.stop[0].type" must be a string`. */
export function findingSentence(finding: Finding): string {
  return `${pathName(finding.path)} ${finding.message}`
}

/** A check of a JSON file; syntax errors are reported under the same code. */
export function jsonFileCheck(harness: string, code: Code, check: (value: unknown) => Finding[]): FileCheck {
  return (source: Source, report: Reporter) => {
    const document = parseJson(source, { syntax: code, duplicate: code }, (found) =>
      report({ ...found, harness }),
    )
    if (document === undefined) return
    for (const finding of check(document.value)) {
      report({
        code,
        severity: finding.severity,
        message: findingSentence(finding),
        hint: finding.hint,
        harness,
        at: () => (finding.atKey ? document.keySpan(finding.path) : document.span(finding.path)),
      })
    }
  }
}
