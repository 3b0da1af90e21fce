import { describe, expect, it } from 'vitest'
import { pi } from '../../src/harness/index.ts'
import { type Case, lines, runManifest } from '../support/manifest-input.ts'

const run = (given?: Case) => runManifest(pi.manifest, given)
const json = (given?: Case) => run(given).files['package.json']!

describe('pi manifest', () => {
  it('declares every folder that is there: one undeclared would be off', () => {
    const files = ['agents/a.md', 'skills/a/SKILL.md', 'extensions/x.ts']
    expect(json({ files })).toEqual({
      name: 'demo',
      version: '1.2.3',
      description: 'A demo',
      author: { name: 'Ada' },
      keywords: ['pi-package'],
      files: ['agents', 'extensions', 'skills'],
      pi: { extensions: ['extensions'], skills: ['skills'] },
    })
    expect(json({ files: ['prompts/a.md', 'themes/a.json'] })['pi']).toEqual({
      prompts: ['prompts'],
      themes: ['themes'],
    })
  })

  it('declares that there is nothing: pi would take the folder for an extension, and not start', () => {
    expect(json({ files: ['agents/a.md'] })['pi']).toEqual({ skills: [] })
    const none = {
      files: ['skills/a/SKILL.md'],
      overrides: { pi: { skills: null, image: 'https://x.example/a.png' } },
    }
    expect(json(none)['pi']).toEqual({ image: 'https://x.example/a.png', skills: [] })
  })

  it('keeps keywords and adds its own once', () => {
    expect(json({ metadata: { name: 'demo', keywords: ['x', 'pi-package'] } })['keywords']).toEqual([
      'x',
      'pi-package',
    ])
  })

  it('ships all of the tree’s top but what npm ships anyway and dot files', () => {
    const top = ['.agent-cortex.json', 'LICENSE', 'README.md', 'agents', 'package.json', 'scripts', 'skills']
    expect(json({ top })['files']).toEqual(['agents', 'scripts', 'skills'])
  })

  it('merges the `pi` key, so that an override switches nothing off', () => {
    const files = ['skills/a/SKILL.md', 'prompts/a.md', 'logo.png']
    const given = {
      files,
      overrides: {
        pi: { prompts: null, image: 'https://x.example/logo.png', skills: ['skills', '!skills/b'] },
      },
    }
    const { reports } = run(given)
    expect(reports).toEqual([])
    expect(json(given)['pi']).toEqual({
      skills: ['skills', '!skills/b'],
      image: 'https://x.example/logo.png',
    })
  })

  it('overrides are checked', () => {
    const overrides = { pi: { skills: 'skills' }, dependancies: {}, engines: 5 }
    expect(lines(run({ overrides }).reports)).toEqual([
      'option-value: option manifest.pi: "pi.skills" must be a list',
      'option-unknown: option manifest.pi: unknown key "dependancies"',
      'option-value: option manifest.pi: "engines" must be an object',
    ])
    expect(lines(run({ overrides: { pi: { extensions: ['src'] } } }).reports)).toEqual([
      'manifest-path: option manifest.pi: "pi" names "src", which the tree does not hold',
    ])
    expect(lines(run({ overrides: { pi: { agents: ['agents'] } } }).reports)).toEqual([
      'option-unknown: option manifest.pi: unknown key "pi.agents"',
    ])
  })

  it('a name that npm refuses is a warning', () => {
    expect(lines(run({ metadata: { name: 'My Plugin' } }).reports)).toEqual([
      'metadata-value: warning: npm does not publish a package named "My Plugin"',
    ])
  })
})
