import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lex } from '../../src/template/lexer.ts'
import { composeBody, composeFiles, type Given } from '../support/compose.ts'

function body(text: string, given?: Given): string {
  return composeBody(text, given).body
}

function told(text: string, given?: Given): string[] {
  return composeBody(text, given).told
}

describe('T-1, lesson 27: order, and values that are not read again', () => {
  test('a section is resolved first, then the tokens in it', () => {
    const sections = { s: 'Use {{TOOL:bash}} on {{PATH:plugin_root}}.' }
    expect(body('{{SECTION:s}}\n', { sections })).toBe('Use Bash on ${CLAUDE_PLUGIN_ROOT}.\n')
  })

  test.each(['$&', '$1', "$'", '$$', '$`', '{{0}}', '{{> section0}}', '\\{{x}}', '&lt;"\'`', '__proto__'])(
    'a value is written as it stands: %j',
    (value) => {
      const map = { tools: { x: { copilot: 'x', claude: value.replace('{{', '{'), pi: 'x' } } }
      expect(body('a {{TOOL:x}} b\n', { map })).toBe(`a ${value.replace('{{', '{')} b\n`)
      expect(body('a {{SECTION:s}} b\n', { sections: { s: value } })).toBe(`a ${value} b\n`)
    },
  )

  test('parts that make a token together are not one', () => {
    // The middle of each is replaced; the rest of the braces is text.
    expect(body('{{{SECTION:s}}\n', { sections: { s: '{TOOL:bash}}' } })).toBe('{{TOOL:bash}}\n')
    expect(body('{{{TOOL:none}}{TOOL:bash}}\n')).toBe('{{TOOL:bash}}\n')
  })
})

describe('T-2, lesson 28: braces of others', () => {
  test('stay byte for byte, in fences and out of them', () => {
    const text = [
      '# ${{ github.ref }} and {{ item }}',
      '',
      '```yaml',
      'x: {{ .Values.x | default "{{y}}" }}',
      '{% raw %}{{ a }}{% endraw %}',
      '```',
      '{{#each xs}}{{this}}{{/each}} {{{raw}}} {{!-- c --}} {{> p}} \\{{ esc }} \\\\{{{x}}}',
      '\\frac{{a}}{{b}} style={{ color: "red" }} {{ path: x }}',
      '',
    ].join('\n')
    expect(composeBody(text)).toMatchObject({ body: text, told: [] })
  })

  test('any text without the three words comes back', () => {
    const unit = fc.constantFrom(...'{}$#\\/>!&|ab :.-`\n"\'', '{{', '}}', '${{')
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), (text) => {
        expect(composeBody(`x${text}x\n`)).toMatchObject({ body: `x${text}x\n`, told: [] })
      }),
      { numRuns: 500 },
    )
  })

  test('a type that is none is a warning, and stays', () => {
    const text = 'a {{AGENT:x}} b\n'
    expect(composeBody(text)).toMatchObject({
      body: text,
      told: [
        'warning token-type-unknown agents/plan/agent.md:1:3-14 [claude] {{AGENT:x}} is no token: there is no type AGENT; it stays as it stands -- the types are SECTION, TOOL and PATH',
      ],
    })
  })

  test('lesson 4: a near miss is an error at its place', () => {
    expect(told('a\nUse {{tool:bash}}.\n')).toEqual([
      'error token-malformed agents/plan/agent.md:2:5-18 [claude] {{tool:bash}} is no token: the form is {{TOOL:name}}, in capitals and without blanks -- write {{TOOL:bash}}, or \\{{tool:bash}} to show it as text',
    ])
  })
})

describe('escapes (contract §3, lesson 18)', () => {
  test.each([
    ['\\{{TOOL:x}}', '{{TOOL:x}}'],
    ['\\\\{{TOOL:x}}', '\\{{TOOL:x}}'],
    ['\\{{tool:x}}', '{{tool:x}}'],
    ['\\{{TOOL:x', '{{TOOL:x'],
    ['\\{{ item }}', '\\{{ item }}'],
    ['`\\{{SECTION:a}}` and {{TOOL:bash}}', '`{{SECTION:a}}` and Bash'],
    ['\\{{PATH:a}}{{TOOL:bash}}\\{{TOOL:b}}', '{{PATH:a}}Bash{{TOOL:b}}'],
  ])('%j writes %j', (text, expected) => {
    expect(composeBody(`${text}\n`)).toMatchObject({ body: `${expected}\n`, told: [] })
  })

  test('any text can be shown: escaped and composed it is itself', () => {
    const part = fc.constantFrom(
      '{{TOOL:x}}',
      '{{TOOL:y',
      '{{ PATH: z }}',
      '{{tool:q}}',
      '{{SECTION:s}',
      '\\',
      ' ',
      '\n',
      '{',
      '}',
      'a',
      '${',
    )
    const text = fc.array(part, { maxLength: 12 }).map((parts) => `x${parts.join('')}x\n`)
    fc.assert(
      fc.property(text, (wanted) => {
        expect(composeBody(escaped(wanted))).toMatchObject({ body: wanted, told: [] })
      }),
      { numRuns: 1000 },
    )
  })

  test('an escape in a section is resolved there, once', () => {
    expect(body('{{SECTION:s}}\n', { sections: { s: 'write \\{{TOOL:bash}}' } })).toBe(
      'write {{TOOL:bash}}\n',
    )
  })
})

/** Puts a backslash before each token and near miss. */
function escaped(text: string): string {
  const { tokens, issues } = lex(text)
  let result = ''
  let at = 0
  for (const { start, end } of [...tokens, ...issues].toSorted((a, b) => a.start - b.start)) {
    result += `${text.slice(at, start)}\\${text.slice(start, end)}`
    at = end
  }
  return result + text.slice(at)
}

describe('T-3: TOOL', () => {
  test.each([
    ['copilot', 'bash, view'],
    ['claude', 'Bash, Read'],
    ['pi', 'bash, read'],
  ])('is the name that %s has', (harness, expected) => {
    const text = '{{TOOL:bash}}, {{TOOL:view}}\n'
    expect(composeBody(text, { harness })).toMatchObject({ body: `${expected}\n`, told: [] })
  })

  test('an unknown one is an error with the nearest', () => {
    expect(told('Use\n  the {{TOOL:veiw}} tool.\n')).toEqual([
      'error tool-unknown agents/plan/agent.md:2:7-20 [claude] unknown tool "veiw" -- did you mean "view"?',
    ])
    expect(told('{{TOOL:quite_another}}\n')).toEqual([
      'error tool-unknown agents/plan/agent.md:1:1-23 [claude] unknown tool "quite_another" -- add a row to "tools" in token-map.json',
    ])
    // A name is looked up as it is written, and a native name is none of the keys.
    expect(told('{{TOOL:Bash}}\n')[0]).toContain(
      'unknown tool "Bash" -- write "bash", its name in the token map',
    )
  })

  test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf', 'length'])(
    'own keys only: %s is unknown',
    (name) => {
      expect(told(`{{TOOL:${name}}}\n`)[0]).toContain(`unknown tool "${name}"`)
    },
  )

  test.each(['constructor', '__proto__'])('%s can be a row as any other', (name) => {
    const tools = JSON.parse(`{"${name}": {"copilot": "bash", "claude": "Bash", "pi": "bash"}}`) as object
    expect(composeBody(`{{TOOL:${name}}}\n`, { map: { tools } })).toMatchObject({ body: 'Bash\n', told: [] })
  })
})

describe('T-8: where a section stands', () => {
  test.each<[string, string, string, string]>([
    // alone on its line
    ['one line', 'a\n{{SECTION:s}}\nb\n', 'x', 'a\nx\nb\n'],
    ['several', 'a\n{{SECTION:s}}\nb\n', 'x\n\ny\n', 'a\nx\n\ny\nb\n'],
    ['outer blank lines go', 'a\n\n{{SECTION:s}}\n\nb\n', '\n \nx\ny\n\n\t\n', 'a\n\nx\ny\n\nb\n'],
    ['its own indent stays', 'a\n{{SECTION:s}}\nb\n', '\n  x\n    y\n', 'a\n  x\n    y\nb\n'],
    ['blanks at a line’s end stay', 'a\n{{SECTION:s}}\nb\n', 'x  \ny \n', 'a\nx  \ny \nb\n'],
    ['indented', 'a\n  {{SECTION:s}}\nb\n', 'x\n\ny\n', 'a\n  x\n\n  y\nb\n'],
    ['by a tab', 'a\n\t{{SECTION:s}}\nb\n', 'x\n\ty\n', 'a\n\tx\n\t\ty\nb\n'],
    ['blank lines are not indented', 'a\n  {{SECTION:s}}\nb\n', 'x\n \ny\n', 'a\n  x\n \n  y\nb\n'],
    ['blanks after it go', 'a\n  {{SECTION:s}}  \nb\n', 'x\n', 'a\n  x\nb\n'],
    [
      'in a list',
      '- a\n\n  {{SECTION:s}}\n\n- b\n',
      'x\n\n- y\n  z\n',
      '- a\n\n  x\n\n  - y\n    z\n\n- b\n',
    ],
    ['a list item holds more than it', '- {{SECTION:s}}\n', 'x\ny\n', '- x\ny\n'],
    ['at the start', '{{SECTION:s}}\nb\n', 'x\n', 'x\nb\n'],
    ['at the end', 'a\n{{SECTION:s}}\n', 'x\n', 'a\nx\n'],
    ['and nothing else', '{{SECTION:s}}\n', 'x\n', 'x\n'],
    ['in a fence', '```\n{{SECTION:s}}\n```\n', 'x\n', '```\nx\n```\n'],
    ['two, one after the other', '{{SECTION:s}}\n{{SECTION:s}}\n', 'x\n', 'x\nx\n'],
    // in a sentence
    ['inlined', 'a {{SECTION:s}} b\n', '\n\n  x\n\n', 'a x b\n'],
    ['inlined, of several lines', 'a {{SECTION:s}} b\n', 'x\n\n  y\n', 'a x\n\n  y b\n'],
    ['two on a line', '{{SECTION:s}} {{SECTION:s}}\n', ' x \n', 'x x\n'],
    ['two that touch', '{{SECTION:s}}{{SECTION:s}}\n', 'x\n', 'xx\n'],
    ['before punctuation', '{{SECTION:s}}.\n', 'x\n', 'x.\n'],
    ['after a mark', '> {{SECTION:s}}\n', 'x\n', '> x\n'],
    // empty
    ['empty and alone: the line goes', 'a\n{{SECTION:e}}\nb\n', '', 'a\nb\n'],
    ['empty and indented', 'a\n  {{SECTION:e}}  \nb\n', '', 'a\nb\n'],
    ['only blanks', 'a\n{{SECTION:b}}\nb\n', '', 'a\nb\n'],
    ['empty at the start', '{{SECTION:e}}\n\nb\n', '', 'b\n'],
    ['empty at the end', 'a\n\n{{SECTION:e}}\n', '', 'a\n'],
    ['empty in a sentence', 'a ({{SECTION:e}}) b\n', '', 'a () b\n'],
  ])('%s', (_, text, section, expected) => {
    expect(body(text, { sections: { s: section, e: '', b: ' \n\n' } })).toBe(expected)
  })

  test('indents add up', () => {
    const sections = { s: 'x\n\n  {{SECTION:t}}\n', t: 'y\n\tz\n' }
    expect(body('- a\n  {{SECTION:s}}\nb\n', { sections })).toBe('- a\n  x\n\n    y\n    \tz\nb\n')
  })

  test('a section of nothing but a dropped token is an empty one', () => {
    expect(body('a\n{{SECTION:s}}\nb\n', { sections: { s: '{{TOOL:none}}\n' } })).toBe('a\nb\n')
  })

  test('a body that is left empty is told, unless a mistake emptied it', () => {
    expect(told('{{SECTION:s}}\n')).toHaveLength(1)
    expect(told('{{PATH:x/y}}\n')).toHaveLength(1)
    expect(told('{{SECTION:e}}\n', { sections: { e: '' } })).toEqual([
      'error agent-md-empty agents/plan/agent.md:1:1-1 [claude] nothing is left of the body: the agent has no instructions',
    ])
  })
})

describe('T-10, lesson 4: SECTION in a skill', () => {
  test('is an error at its place, whatever it names', () => {
    const text = '---\nname: plan\ndescription: Plans\n---\n\n{{SECTION:s}}\n'
    const { told: lines } = composeFiles('plan', {
      skills: { plan: { 'SKILL.md': text, 'more.md': 'a {{SECTION:../x}}\n' } },
      sections: { s: 'x', '_sections/s': 'y' },
    })
    expect(lines).toEqual([
      'error section-in-skill skills/plan/SKILL.md:6:1-14 [claude] a skill has no sections: nothing would resolve "s" -- write the text here',
      'error section-in-skill skills/plan/more.md:1:3-19 [claude] a skill has no sections: nothing would resolve "../x" -- write the text here',
    ])
  })

  test('an escaped one is text', () => {
    const text = '---\nname: plan\ndescription: Plans\n---\n\n\\{{SECTION:s}} {{TOOL:bash}}\n'
    const { files, told: lines } = composeFiles('plan', { skills: { plan: { 'SKILL.md': text } } })
    expect(files['SKILL.md']).toBe('---\nname: plan\ndescription: Plans\n---\n\n{{SECTION:s}} Bash\n')
    expect(lines).toEqual([])
  })
})
