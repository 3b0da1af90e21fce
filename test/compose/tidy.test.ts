import { describe, expect, test } from 'vitest'
import { composeBody, composeFiles } from '../support/compose.ts'

/** A line with `§` for a token that this harness has no tool for, composed. */
function tidied(line: string): string {
  return composeBody(`# Head\n\n${line.replaceAll('§', '{{TOOL:none}}')}\n\nend\n`).body.slice(
    '# Head\n\n'.length,
    -'\n\nend\n'.length,
  )
}

type Row = [before: string, after: string]

describe('T-4, lesson 5: what a dropped token leaves', () => {
  test.each<Row>([
    ['Use the § tool.', 'Use the tool.'],
    ['PI keeps a § call outstanding', 'PI keeps a call outstanding'],
    ['Use § and §, then stop', 'Use and, then stop'],
    ['a\t§\tb', 'a\tb'],
    // Only what stood next to the token is touched.
    ['two  blanks, one § here', 'two  blanks, one here'],
    ['a  §  b', 'a   b'],
    ['pre§post', 'prepost'],
    ['a §b', 'a b'],
    ['a§ b', 'a b'],
    ['a § b  ', 'a b  '],
  ])('two blanks become one: %j → %j', (before, after) => {
    expect(tidied(before)).toBe(after)
  })

  test.each<Row>([
    ['Ask with §.', 'Ask with.'],
    ['Ask with §, then', 'Ask with, then'],
    ['a §; b', 'a; b'],
    ['a §: b', 'a: b'],
    ['Really §?', 'Really?'],
    ['Stop §!', 'Stop!'],
    ['(or §)', '(or)'],
    ['and so on §…', 'and so on…'],
    ['a §.', 'a.'],
    // No punctuation after which no blank stood.
    ['a § - b', 'a - b'],
    ['a §/b', 'a /b'],
  ])('a blank before punctuation goes: %j → %j', (before, after) => {
    expect(tidied(before)).toBe(after)
  })

  test.each<Row>([
    ['use `§` now', 'use now'],
    ['use ``§`` now', 'use now'],
    ['use ```§``` now', 'use now'],
    ['use `` § `` now', 'use now'],
    ['use ` § ` now', 'use now'],
    ['use `§ §` now', 'use now'],
    ['use `§`.', 'use.'],
    ['(`§`)', '()'],
    ['`a` and `§` and `b`', '`a` and and `b`'],
    // What is left of a code span stays in it.
    ['use `§ --all` now', 'use ` --all` now'],
    ['use `run § now`', 'use `run now`'],
    ['use `§(x)` now', 'use `(x)` now'],
    // The backticks beside the token belong to two other spans.
    ['`a`§`b`', '`a``b`'],
    ['`a` § `b`', '`a` `b`'],
    ['a \\`§` b', 'a \\`` b'],
  ])('an emptied code span goes: %j → %j', (before, after) => {
    expect(tidied(before)).toBe(after)
  })

  test.each<Row>([
    ['use "§" now', 'use now'],
    ["use '§' now", 'use now'],
    ['use “§” now', 'use now'],
    ['use ‘§’ now', 'use now'],
    ['use „§“ now', 'use now'],
    ['use ‚§‘ now', 'use now'],
    ['use «§» now', 'use now'],
    ['use »§« now', 'use now'],
    ['use "`§`" now', 'use now'],
    ['use `"§"` now', 'use now'],
    ['use "§§" now', 'use now'],
    ['use "§", then', 'use, then'],
    ['use "the §" now', 'use "the " now'],
    ['use "a" § "b" now', 'use "a" "b" now'],
    // An apostrophe is no quote.
    ["the users'§'s", "the users''s"],
    ['use "§\' now', 'use "\' now'],
  ])('an emptied pair of quotes goes: %j → %j', (before, after) => {
    expect(tidied(before)).toBe(after)
  })

  test.each<Row>([
    ['use **§** now', 'use now'],
    ['use __§__ now', 'use now'],
    ['use *§* now', 'use now'],
    ['use _§_ now', 'use now'],
    ['use ***§*** now', 'use now'],
    ['use **`§`** now', 'use now'],
    ['use **the § tool** now', 'use **the tool** now'],
    ['mcp_§_x', 'mcp__x'],
  ])('so does emptied emphasis, which would stand there as asterisks: %j → %j', (before, after) => {
    expect(tidied(before)).toBe(after)
  })

  test.each<Row>([
    ['§ keeps a call', ' keeps a call'],
    ['§, then', ', then'],
    ['  § keeps', '   keeps'],
    ['§', ''],
    ['§ § then', '  then'],
    ['`§` keeps', ' keeps'],
    ['use §', 'use '],
  ])("at a line's start nothing but the token goes: %j → %j", (before, after) => {
    expect(tidied(before)).toBe(after)
  })

  test.each<Row>([
    ['- §', '- '],
    ['- `§`', '- '],
    ['- § then', '- then'],
    ['- §, then', '- , then'],
    ['- §: does it', '- : does it'],
    ['- `§`: does it', '- : does it'],
    ['- **§**: does it', '- : does it'],
    ['* §', '* '],
    ['+ §.', '+ .'],
    ['1. §', '1. '],
    ['12) §, then', '12) , then'],
    ['  - §, then', '  - , then'],
    ['- [ ] §, then', '- [ ] , then'],
    ['- [x] § then', '- [x] then'],
    ['> §, then', '> , then'],
    ['> - §, then', '> - , then'],
    ['## §', '## '],
    ['## §: notes', '## : notes'],
    ['## The § tool', '## The tool'],
    ['- a §, b', '- a, b'],
  ])('an emptied list item, quotation or heading stays one: %j → %j', (before, after) => {
    expect(tidied(before)).toBe(after)
  })

  test.each<Row>([
    ['| § | b |', '| | b |'],
    ['|§|b|', '||b|'],
    ['| `§` | b |', '| | b |'],
    ['| a | § |', '| a | |'],
    ['| a | use § here |', '| a | use here |'],
  ])('an emptied table cell stays: %j → %j', (before, after) => {
    expect(tidied(before)).toBe(after)
  })

  test.each<Row>([
    ['```\nuse § now\n```', '```\nuse  now\n```'],
    ['~~~\nuse § now\n~~~', '~~~\nuse  now\n~~~'],
    ['````md\n```\nuse § now\n```\n````', '````md\n```\nuse  now\n```\n````'],
    ['- a\n\n  ```sh\n  use § now\n  ```', '- a\n\n  ```sh\n  use  now\n  ```'],
    ['- ```\n  use § now\n  ```', '- ```\n  use  now\n  ```'],
    ['> ```\n> use § now\n> ```', '> ```\n> use  now\n> ```'],
    ['```\n- ```\nuse § now\n```', '```\n- ```\nuse  now\n```'],
    ['```\n~~~\nuse "§" now\n```', '```\n~~~\nuse "" now\n```'],
    ['```sh § x\n```', '```sh  x\n```'],
    // After a fence is before it; an open one runs to the end.
    ['```\na\n```\nuse § now', '```\na\n```\nuse now'],
    ['```\nuse § now', '```\nuse  now'],
    // No fence: code within a line.
    ['```x``` is § code\nuse § now', '```x``` is code\nuse now'],
  ])('nothing but the token goes in a fence: %j → %j', (before, after) => {
    expect(tidied(before)).toBe(after)
  })

  test('lines without a dropped token are not touched', () => {
    const untouched = 'a  b , c `` `` ""\n\n-  x\n|  |\n'
    expect(tidied(`${untouched}use § now\n${untouched}`)).toBe(`${untouched}use now\n${untouched}`)
  })

  test('the same in a skill, with the place of the token, on every harness', () => {
    const text = '---\nname: plan\ndescription: Uses {{TOOL:none}} now.\n---\n\nAsk `{{TOOL:none}}`, then.\n'
    for (const harness of ['copilot', 'claude', 'pi']) {
      const { files, told } = composeFiles('plan', { harness, skills: { plan: { 'SKILL.md': text } } })
      expect(files['SKILL.md']).toBe('---\nname: plan\ndescription: Uses now.\n---\n\nAsk, then.\n')
      const rest = `[${harness}] no counterpart of "none" here: the token is dropped -- reword the sentence so that it stands without the tool`
      expect(told).toEqual([
        `warning tool-null skills/plan/SKILL.md:3:19-32 ${rest}`,
        `warning tool-null skills/plan/SKILL.md:6:6-19 ${rest}`,
      ])
    }
  })

  test('the seam of a section is tidied as if it were one text', () => {
    const { body } = composeBody('Use {{SECTION:s}}, then stop.\n', {
      sections: { s: 'the `{{TOOL:none}}` tool {{TOOL:none}}' },
    })
    expect(body).toBe('Use the tool, then stop.\n')
  })

  test.each([
    ['side by side', '{{TOOL:none}}'],
    ['with blanks', '{{TOOL:none}} '],
    ['in code spans', '`{{TOOL:none}}` '],
    ['in one code span', '` {{TOOL:none}} '],
    ['in quotes', '"{{TOOL:none}}" , '],
  ])('ten thousand on one line take little time: %s', (_, unit) => {
    const start = performance.now()
    composeBody(`a ${unit.repeat(10_000)}b\n`)
    expect(performance.now() - start).toBeLessThan(5_000)
  })
})
