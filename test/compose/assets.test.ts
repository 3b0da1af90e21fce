import { afterEach, expect, test, vi } from 'vitest'
import { checkAsset } from '../../src/compose/skill.ts'
import { Diagnostics } from '../../src/diagnostics/index.ts'
import { mapOf, MAP } from '../support/compose.ts'
import { describeDiagnostic } from '../support/fixture.ts'

const map = mapOf(MAP)

afterEach(() => vi.restoreAllMocks())

function tell(bytes: Uint8Array): string[] {
  const diagnostics = new Diagnostics()
  checkAsset(map, { file: 'skills/plan/x', bytes, executable: false }, diagnostics.report)
  return diagnostics.list().map(describeDiagnostic)
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

function line(place: string): string {
  return `info token-not-substituted skills/plan/x:${place} this token stays as it stands: only .md files of agents and skills carry tokens`
}

test('T-12: a known token in a file that carries none is told, wherever it stands', () => {
  expect(tell(encode('{{TOOL:bash}}'))).toEqual([line('1:1-14')])
  expect(tell(encode('{ {{x}} {{{TOOL:bash}} \n{{PATH:a/b}}'))).toEqual([line('1:10-23'), line('2:1-13')])
  expect(tell(encode('{{TOOL:bsh}} {{PATH:word}} \\{{TOOL:bash}} {{tool:bash}}'))).toEqual([])
})

test('T-12: bytes in which no token can begin are not read as text', () => {
  const decode = vi.spyOn(TextDecoder.prototype, 'decode')
  for (const text of ['', '{', '{ { {}', 'a{{b}}', '{{TOO', '{{PATH', '{{SECTION:x}}']) {
    expect(tell(encode(text))).toEqual([])
  }
  expect(decode).not.toHaveBeenCalled()
  tell(encode('a {{TOOL:x}}'))
  expect(decode).toHaveBeenCalledTimes(1)
})
