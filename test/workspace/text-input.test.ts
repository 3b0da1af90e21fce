import { describe, expect, test } from 'vitest'
import { build, demo, HEAD, skill } from '../support/demo.ts'

const BOM = '\ufeff'
const crlf = (text: string): string => text.replaceAll('\n', '\r\n')

function notUtf8(file: string, byte: number): string {
  return `error not-utf8 ${file} this file is not UTF-8 from byte ${byte} on -- save it as UTF-8`
}

describe('S-8, lesson 33: text inputs', () => {
  test.each([
    ['a byte order mark is stripped', `${BOM}Plan.\n`, 'Plan.\n'],
    ['one in the text stays', `Plan${BOM}.\n`, `Plan${BOM}.\n`],
    ['CRLF and CR become LF', 'a\r\nb\rc\n\r\nd', 'a\nb\nc\n\nd\n'],
    ['a final newline is added', 'Plan.', 'Plan.\n'],
    ['and there is only one', 'Plan.\n\n\n', 'Plan.\n'],
    ['leading blank lines go', '\n \n\t\n  Plan.\n', '  Plan.\n'],
    [
      'every other character stays',
      'a  \n\n\n\tb\u00a0\f\v\u2028\u0000é e\u0301 😀\ud83d\udc69\u200d\n  \n',
      'a  \n\n\n\tb\u00a0\f\v\u2028\u0000é e\u0301 😀\ud83d\udc69\u200d\n  \n',
    ],
  ])('%s', (_, written, body) => {
    const { told, files } = build(demo({ 'agents/plan/agent.md': written }))
    expect(told).toEqual([])
    expect(files).toEqual({ 'agents/plan.md': HEAD + body })
  })

  test('in every kind of text input', () => {
    const clean = {
      'token-map.json': '{"version": 1,\n"harnesses": ["claude"],\n"tools": {"bash": {"claude": "Bash"}}}\n',
      'plugin.json': '{"name": "demo",\n"version": "1.0.0", "description": "x", "author": "Me"}\n',
      'agents/plan/agent.md': '{{SECTION:own}}\n{{SECTION:shared}}\n{{TOOL:bash}}\n',
      'agents/plan/own.md': 'Own\ntext.\n',
      'agents/_sections/shared.md': 'Shared\ntext.\n',
      'agents/plan/claude/frontmatter.json': '{"description": "Plans",\n"tools": ["*"]}\n',
      'skills/plan/SKILL.md': skill('plan', '\n\nUse {{TOOL:bash}}.\n'),
      'skills/plan/more.md': '\nMore.\n',
    }
    const rough = Object.fromEntries(Object.entries(clean).map(([file, text]) => [file, BOM + crlf(text)]))
    const expected = {
      told: [],
      files: {
        'agents/plan.md': `${HEAD}Own\ntext.\nShared\ntext.\nBash\n`,
        'skills/plan/SKILL.md': skill('plan', '\n\nUse Bash.\n'),
        'skills/plan/more.md': '\nMore.\n',
      },
    }
    expect(build(demo(clean))).toEqual(expected)
    expect(build(demo(rough))).toEqual(expected)
  })

  test('positions are those of the text without its byte order mark', () => {
    const { told } = build(demo({ 'agents/plan/agent.md': `${BOM}a\r\n{{TOOL:x}}\r\n` }))
    expect(told).toEqual([
      'error tool-unknown agents/plan/agent.md:2:1-11 [claude] unknown tool "x" -- add a row to "tools" in token-map.json',
    ])
  })

  test('lesson 36: bytes that are not UTF-8 are an error with the name of the file', () => {
    const bad = Buffer.from('caf\xe9\n', 'latin1')
    const { told, files } = build(
      demo({
        'plugin.json': bad,
        'agents/plan/agent.md': bad,
        'agents/test/agent.md': Buffer.from('a\xed\xa0\x80', 'latin1'),
        'agents/test/claude/frontmatter.json': bad,
        'agents/test/own.md': bad,
        'agents/_sections/shared.md': bad,
        'skills/plan/SKILL.md': bad,
        'skills/test/SKILL.md': skill('test'),
        'skills/test/more.md': Buffer.from([0xff, 0xfe, 0x41, 0x00]),
      }),
      { plugin: { name: 'demo', version: '1', description: 'x', author: 'Me' } },
    )
    expect(told.filter((line) => line.includes('not-utf8'))).toEqual([
      notUtf8('agents/_sections/shared.md', 3),
      notUtf8('agents/plan/agent.md', 3),
      notUtf8('agents/test/agent.md', 1),
      notUtf8('agents/test/claude/frontmatter.json', 3),
      notUtf8('agents/test/own.md', 3),
      notUtf8('plugin.json', 3),
      notUtf8('skills/plan/SKILL.md', 3),
      notUtf8('skills/test/more.md', 0),
    ])
    expect(files).toEqual({})
  })

  test('lessons 13, 32: what carries no tokens is copied byte for byte, with its executable bit', () => {
    const bytes = Buffer.from([0, 0xff, 0xfe, 0x0d, 0x0a, 0x0d, 0x7b, 0x7b])
    const { told, files } = build(
      demo({
        'skills/plan/SKILL.md': skill('plan'),
        'skills/plan/run.sh*': `${BOM}#!/bin/sh\r\necho {{ x }}`,
        'skills/plan/data.bin': bytes,
        'skills/plan/empty': '',
        'skills/plan/READ.MD': '\r\n{{TOOL:none}}',
        'claude-extras/hook*': 'x\r\n',
      }),
    )
    expect(told).toEqual([])
    expect(files).toEqual({
      'agents/plan.md': `${HEAD}Plan.\n`,
      'hook*': 'x\r\n',
      'skills/plan/READ.MD': '\r\n{{TOOL:none}}',
      'skills/plan/SKILL.md': skill('plan'),
      'skills/plan/data.bin': '(binary)',
      'skills/plan/empty': '',
      'skills/plan/run.sh*': `${BOM}#!/bin/sh\r\necho {{ x }}`,
    })
  })
})
