import { describe, expect, test } from 'vitest'
import { type Diagnostic, type Severity } from '../../src/diagnostics/index.ts'
import { formatDiagnostics } from '../../src/diagnostics/format/index.ts'

const unknown: Diagnostic = {
  code: 'tool-unknown',
  severity: 'error',
  message: 'unknown tool "tsk"',
  hint: 'did you mean "task"?',
  file: 'agents/plan/agent.md',
  line: 12,
  column: 5,
  endLine: 12,
  endColumn: 17,
  harnesses: ['claude', 'pi'],
  frame: '11 | before\n12 | use {{TOOL:tsk}}\n   |     ^^^^^^^^^^^^',
}

const foreign: Diagnostic = {
  code: 'metadata-missing',
  severity: 'warning',
  message: 'no version',
  file: 'package.json',
  harnesses: [],
}

const built: Diagnostic = { code: 'map-built-in', severity: 'info', message: 'built-in map', harnesses: [] }

function many(count: number, severity: Severity): Diagnostic[] {
  return Array.from({ length: count }, (_, index) => ({
    ...foreign,
    severity,
    message: `${severity} ${index}`,
  }))
}

describe('O-3: pretty', () => {
  test('header, frame and hints of each, and the counts', () => {
    const two = { ...unknown, hint: 'did you mean "task"?\nor add a row to token-map.json' }
    expect(formatDiagnostics('pretty', [built, two, foreign])).toMatchInlineSnapshot(`
      "agents/plan/agent.md:12:5: error: unknown tool "tsk" (tool-unknown) [claude, pi]
        11 | before
        12 | use {{TOOL:tsk}}
           |     ^^^^^^^^^^^^
        hint: did you mean "task"?
        hint: or add a row to token-map.json

      package.json: warning: no version (metadata-missing)

      1 error, 1 warning
      "
    `)
  })

  test('info only when verbose; nothing to say is no text', () => {
    expect(formatDiagnostics('pretty', [built])).toBe('')
    expect(formatDiagnostics('pretty', [])).toBe('')
    expect(formatDiagnostics('pretty', [built], { verbose: true })).toBe(
      'info: built-in map (map-built-in)\n\n1 info\n',
    )
  })

  test('the first 50 and a count of the rest', () => {
    const text = formatDiagnostics('pretty', many(53, 'error'))
    expect(text.match(/error \d+/g)).toEqual(Array.from({ length: 50 }, (_, index) => `error ${index}`))
    expect(text.split('\n').slice(-3)).toEqual([
      '',
      '53 errors (3 more than shown; all with --format json)',
      '',
    ])
  })

  test('50 are shown without such a count', () => {
    expect(formatDiagnostics('pretty', many(50, 'warning')).split('\n').slice(-2)).toEqual([
      '50 warnings',
      '',
    ])
  })

  test('warnings do not push an error out of the first 50, and the order stays', () => {
    const text = formatDiagnostics('pretty', [...many(60, 'warning'), unknown])
    expect(text.match(/: (?:warning|error): /g)).toEqual([...Array(49).fill(': warning: '), ': error: '])
    expect(text).toContain('1 error, 60 warnings (11 more than shown; all with --format json)\n')
  })

  test('a message of several lines is indented, so that no line of it looks like a header', () => {
    const broken = { ...built, severity: 'error' as const, message: 'cannot load\na.md:1:1: error: x' }
    expect(formatDiagnostics('pretty', [broken])).toBe(
      'error: cannot load (map-built-in)\n  a.md:1:1: error: x\n\n1 error\n',
    )
  })

  test('no control character of a user reaches the terminal', () => {
    const bad = '\x1b[2J\r\x07\x9b\u202e'
    const nasty = {
      ...unknown,
      message: `m${bad}`,
      hint: `h${bad}`,
      file: `f${bad}\n`,
      harnesses: [`i${bad}`],
      frame: `1 | r${bad}\n  | ^`,
    }
    const shown = '␛[2J␍␇��'
    expect(formatDiagnostics('pretty', [nasty])).toBe(
      `f${shown}␊:12:5: error: m${shown} (tool-unknown) [i${shown}]\n  1 | r${shown}\n    | ^\n  hint: h${shown}\n\n1 error\n`,
    )
  })

  test('colours only when asked for, and then nothing but colours is added', () => {
    const plain = formatDiagnostics('pretty', [unknown, foreign])
    expect(plain).not.toContain('\x1b')
    const coloured = formatDiagnostics('pretty', [unknown, foreign], { colors: true })
    expect(coloured).toContain('\x1b[31merror:\x1b[39m')
    expect(coloured).toContain('\x1b[31m     ^^^^^^^^^^^^\x1b[39m')
    expect(coloured.replace(/\x1b\[\d+m/g, '')).toBe(plain)
  })
})

describe('json', () => {
  const outputs = {
    claude: { dir: 'dist/claude', files: 14, added: 2, changed: 1, removed: 0, unchanged: 11 },
  }

  test('version, ok, diagnostics and outputs, info included', () => {
    expect(JSON.parse(formatDiagnostics('json', [built, unknown], { outputs }))).toEqual({
      version: 1,
      ok: false,
      diagnostics: [built, unknown],
      outputs,
    })
  })

  test('keys have one order', () => {
    const reversed = Object.fromEntries(Object.entries(unknown).toReversed()) as unknown as Diagnostic
    const { diagnostics } = JSON.parse(formatDiagnostics('json', [reversed])) as { diagnostics: object[] }
    expect(Object.keys(diagnostics[0]!)).toEqual(
      'code severity message hint file line column endLine endColumn harnesses frame'.split(' '),
    )
  })

  test('ok as long as there is no error; outputs are always there', () => {
    const text = formatDiagnostics('json', [foreign])
    expect(JSON.parse(text)).toEqual({ version: 1, ok: true, diagnostics: [foreign], outputs: {} })
    expect(text.endsWith('}\n')).toBe(true)
    expect(text).not.toContain('hint')
  })
})

describe('sarif 2.1.0', () => {
  const file = { ...foreign, file: 'skills/a b#c/50%: ü.md' }
  const log = JSON.parse(formatDiagnostics('sarif', [built, unknown, file, unknown]))

  test('is one run with the rules that occur', () => {
    expect(log.version).toBe('2.1.0')
    expect(log.$schema).toBe('https://json.schemastore.org/sarif-2.1.0.json')
    expect(log.runs).toHaveLength(1)
    expect(log.runs[0].columnKind).toBe('utf16CodeUnits')
    expect(log.runs[0].tool).toEqual({
      driver: {
        name: 'agent-cortex',
        rules: ['map-built-in', 'tool-unknown', 'metadata-missing'].map((id) => ({
          id,
          helpUri: `https://unpkg.com/agent-cortex/docs/diagnostics.md#${id}`,
        })),
      },
    })
  })

  test('a result holds rule, level, text with the hint, region and harnesses', () => {
    const expected = {
      ruleId: 'tool-unknown',
      ruleIndex: 1,
      level: 'error',
      message: { text: 'unknown tool "tsk"\nhint: did you mean "task"?' },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'agents/plan/agent.md', uriBaseId: '%SRCROOT%' },
            region: { startLine: 12, startColumn: 5, endLine: 12, endColumn: 17 },
          },
        },
      ],
      properties: { harnesses: ['claude', 'pi'] },
    }
    expect(log.runs[0].results[1]).toEqual(expected)
    expect(log.runs[0].results[3]).toEqual(expected)
  })

  test('info is a note; without a file there is no location', () => {
    expect(log.runs[0].results[0]).toEqual({
      ruleId: 'map-built-in',
      ruleIndex: 0,
      level: 'note',
      message: { text: 'built-in map' },
      locations: [],
      properties: { harnesses: [] },
    })
  })

  test('a whole file has no region, and its name is a URI', () => {
    expect(log.runs[0].results[2].level).toBe('warning')
    expect(log.runs[0].results[2].locations).toEqual([
      {
        physicalLocation: {
          artifactLocation: { uri: 'skills/a%20b%23c/50%25%3A%20%C3%BC.md', uriBaseId: '%SRCROOT%' },
        },
      },
    ])
  })

  test('a file name that is not well-formed throws nothing', () => {
    expect(formatDiagnostics('sarif', [{ ...foreign, file: '\ud800.md' }])).toContain('"%EF%BF%BD.md"')
  })

  test('nothing found is a run without results', () => {
    expect(JSON.parse(formatDiagnostics('sarif', [])).runs[0].results).toEqual([])
  })
})

describe('github', () => {
  test('one workflow command for each', () => {
    expect(formatDiagnostics('github', [built, unknown, foreign])).toBe(
      '::notice title=map-built-in::built-in map\n' +
        '::error file=agents/plan/agent.md,line=12,col=5,endLine=12,endColumn=17,title=tool-unknown' +
        '::unknown tool "tsk" [claude, pi]%0Ahint: did you mean "task"?\n' +
        '::warning file=package.json,title=metadata-missing::no version\n',
    )
    expect(formatDiagnostics('github', [])).toBe('')
  })

  test('no columns over several lines', () => {
    expect(formatDiagnostics('github', [{ ...foreign, line: 1, column: 2, endLine: 3, endColumn: 4 }])).toBe(
      '::warning file=package.json,line=1,endLine=3,title=metadata-missing::no version\n',
    )
  })

  test('%, line breaks, colons and commas are escaped where they count; other controls are made visible', () => {
    const nasty = { ...foreign, file: 'a:b,c%d\n.md', message: '100%: a, b\r\n::error::\x1b[0m %0A' }
    expect(formatDiagnostics('github', [nasty])).toBe(
      '::warning file=a%3Ab%2Cc%25d%0A.md,title=metadata-missing::100%25: a, b%0D%0A::error::␛[0m %250A\n',
    )
  })
})
