import fs from 'node:fs'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { budgetOf, estimate, htmlOf } from '../../src/agent-harness/index.ts'
import { compile } from '../../src/compiler/index.ts'
import { barriers, hasBrowser, launch, visit } from '../support/browser.ts'
import { run } from '../support/cli.ts'
import { described, harnessDir, load, skill } from '../support/harness.ts'
import { put, scratch } from '../support/trees.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

const IMAGE = '<img src=x onerror=alert(1)>'
const SCRIPT = '<script>alert(2)<'
const CLOSING = '</script><script>alert(3)</script>'
const QUOTES = `"it's".md`
const HEBREW = 'עברית'
const BACKWARDS = '\u202efdp.exe'
const LONG = 'very-long-name'.repeat(16)

/** A markdown file with any description. */
function saying(description: string): string {
  return `---\ndescription: ${JSON.stringify(description)}\n---\n\nText.\n`
}

const HOSTILE = {
  'HARNESS.md': `---\nname: ${JSON.stringify(IMAGE)}\ndescription: ${JSON.stringify(CLOSING)}\n---\n\nYou help.\n`,
  '.leaf-detectors': 'skill=SKILL.md\n',
  'tools/TOOLS.md': saying('x'.repeat(400)),
  [`tools/${IMAGE}/TOOLS.md`]: saying(IMAGE + CLOSING),
  [`tools/${IMAGE}/${QUOTES}`]: saying(`"a" 'b' &amp; &lt;i&gt;`),
  [`tools/${SCRIPT}/TOOLS.md`]: saying(SCRIPT),
  'tools/a/SKILL.md': skill('a'),
  [`tools/a/scripts/${LONG}.sh`]: '',
  'tools/bare/pic.png': '',
  [`tools/${LONG}/TOOLS.md`]: described('long names'),
  [`tools/${HEBREW}/TOOLS.md`]: saying('שלום (hello)'),
  [`tools/${BACKWARDS}/TOOLS.md`]: saying(BACKWARDS),
}

const PLAIN = {
  '.leaf-detectors': 'skill=SKILL.md\n',
  'notes/NOTES.md': described('notes'),
  'notes/old/NOTES.md': described('older notes'),
  'notes/old/first.md': saying('The very first note.'),
  'tools/TOOLS.md': described('tools'),
  'tools/hammer/SKILL.md': skill('hammer'),
  'tools/hammer/scripts/hit.sh': '',
  'tools/saw/SKILL.md': skill('saw'),
}

/** Writes the page of a harness. */
function pageOf(directory: string): string {
  const { harness, diagnostics } = load(directory)
  return written(htmlOf(harness, budgetOf(harness, estimate), !diagnostics.hasErrors))
}

/** The same as the command does it. */
function commandPageOf(directory: string): string {
  const { stdout, ...rest } = run(directory, ['harness', 'show', '.', '--html'])
  expect(rest).toEqual({ code: 0, stderr: '' })
  return written(stdout)
}

function written(page: string): string {
  const file = path.join(scratch(), 'page.html')
  fs.writeFileSync(file, page)
  return file
}

/** The harness that is built from this repository's own agents and skills. */
function ownHarness(): string {
  const { trees } = compile({ root: ROOT, agentHarness: true, only: ['agent-harness'] })
  const directory = scratch()
  const files = [...trees.get('agent-harness')!.files].map(([file, { content }]) => [file, content])
  put(directory, Object.fromEntries(files))
  return directory
}

/** Its names: each agent is a file, each skill a folder in that of its group. */
function ownNames(): string[] {
  const agents = pathsIn('agents').flatMap(([name, file]) => (file === 'agent.md' ? `${name}.md` : []))
  const skills = pathsIn('skills').flatMap(([group, name, file]) =>
    file === 'SKILL.md' ? [group, name] : [],
  )
  return ['roles', 'skills', ...new Set(skills)].map((name) => `${name}/`).concat(agents)
}

function pathsIn(folder: string): string[][] {
  const files = fs.readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
  return files.map((file) => file.split(path.sep))
}

/** What can be seen of the names in the tree, in order. */
function names(page: Page): Promise<string[]> {
  return page.locator('.name:visible').allTextContents()
}

const BACKGROUND = 'getComputedStyle(document.documentElement).backgroundColor.match(/\\d+/g)'
const ACTIVE = 'document.activeElement.id || document.activeElement.querySelector(".name")?.textContent'

describe.skipIf(!hasBrowser)('the page of harness show --html, in Chromium', () => {
  let browser: Browser
  let pages: { plain: string; hostile: string; own: string }
  const faults: string[] = []
  const open = (page: keyof typeof pages): Promise<Page> => visit(browser, pages[page], faults)

  beforeAll(async () => {
    pages = {
      plain: pageOf(harnessDir(PLAIN, { links: { 'tools/again': 'hammer' } })),
      hostile: pageOf(harnessDir(HOSTILE)),
      own: commandPageOf(ownHarness()),
    }
    browser = await launch()
  })

  afterEach(async () => {
    for (const context of browser.contexts()) await context.close()
    expect(faults.splice(0), 'nothing is loaded, nothing complains').toEqual([])
  })

  afterAll(() => browser?.close())

  const ALL = ['notes/', 'old/', 'first.md', 'tools/', 'again/', 'hammer/', 'saw/']

  test('has a title, a heading, what it costs, and the whole tree', async () => {
    const page = await open('plain')
    expect(await page.title()).toBe('Test')
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Test')
    const headers = await page.getByRole('table').getByRole('rowheader').allTextContents()
    expect(headers).toEqual(['load', 'discovery', 'activation', 'everything', 'catalogue'])
    expect(await names(page)).toEqual(ALL)
    const again = page.getByRole('listitem').filter({ hasText: 'again/' }).last()
    expect(await again.locator('.tag').allTextContents()).toEqual(['skill', 'linked', 'scripts/hit.sh'])
  })

  test("shows this repository's own agents and skills", async () => {
    const page = await open('own')
    expect((await names(page)).toSorted()).toEqual(ownNames().toSorted())
  })

  test('folds and unfolds by click, by Enter and by Space', async () => {
    const page = await open('plain')
    const notes = page.locator('summary', { hasText: 'notes/' })
    const folded = ['notes/', ...ALL.slice(3)]
    await notes.click()
    expect(await names(page)).toEqual(folded)
    await notes.click()
    expect(await names(page)).toEqual(ALL)
    await page.keyboard.press('Enter')
    expect(await names(page)).toEqual(folded)
    await page.keyboard.press('Space')
    expect(await names(page)).toEqual(ALL)
    await page.getByRole('button', { name: 'Close all' }).click()
    expect(await names(page)).toEqual(['notes/', 'tools/'])
    await page.getByRole('button', { name: 'Open all' }).click()
    expect(await names(page)).toEqual(ALL)
  })

  test('searches names, types, scripts and descriptions, and afterwards is as it was', async () => {
    const page = await open('plain')
    const search = page.getByRole('searchbox', { name: 'Search names, types and descriptions' })
    const found = page.getByRole('status')
    await page.locator('summary', { hasText: 'old/' }).click()
    const before = await names(page)
    expect(before).not.toContain('first.md')
    for (const [words, count, shown] of [
      ['FIRST very', 1, ['notes/', 'old/', 'first.md']],
      ['skill', 3, ['tools/', 'again/', 'hammer/', 'saw/']],
      ['hit.sh', 2, ['tools/', 'again/', 'hammer/']],
      ['nowhere', 0, []],
    ] as const) {
      await search.fill(words)
      expect(await names(page)).toEqual(shown)
      expect(await found.textContent()).toBe(`${count} found`)
    }
    await search.press('Escape')
    expect(await names(page)).toEqual(before)
    expect(await found.textContent()).toBe('')
  })

  test('is walked by Tab from the search to the tree', async () => {
    const page = await open('plain')
    const walked = []
    for (let step = 0; step < 6; step++) {
      await page.keyboard.press('Tab')
      walked.push(await page.evaluate(ACTIVE))
    }
    expect(walked).toEqual(['search', 'open', 'close', 'notes/', 'old/', 'tools/'])
  })

  test('shows hostile names and descriptions as text', async () => {
    const page = await open('hostile')
    expect(await page.title()).toBe(IMAGE)
    expect(await page.locator('header p').textContent()).toBe(CLOSING)
    expect((await names(page)).toSorted()).toEqual(
      ['tools/', `${IMAGE}/`, QUOTES, `${SCRIPT}/`, 'a/', 'bare/', 'pic.png', `${LONG}/`, `${HEBREW}/`]
        // What turns text round is drawn as what cannot be drawn.
        .concat('\ufffdfdp.exe/')
        .toSorted(),
    )
    const about = await page.locator('.about').allTextContents()
    expect(about).toEqual(expect.arrayContaining([IMAGE + CLOSING, SCRIPT, `"a" 'b' &amp; &lt;i&gt;`]))
    expect(await page.locator('img').count()).toBe(0)
    expect(await page.locator('script').count()).toBe(2)
    const hebrew = page.locator('.name', { hasText: HEBREW })
    const [word, whole] = [await hebrew.locator('bdi').boundingBox(), await hebrew.boundingBox()]
    expect(word!.x, 'the slash stands behind the name').toBe(whole!.x)
  })

  test('says that a harness has errors', async () => {
    const broken = harnessDir({ ...PLAIN, 'HARNESS.md': '---\nname: Test\n---\n\nYou help.\n' })
    const page = await visit(browser, pageOf(broken), faults)
    await page.getByText('This harness has errors: agent-cortex harness validate tells them.').waitFor()
  })

  for (const name of ['hostile', 'own'] as const) {
    test(`can be read, narrow and wide, light and dark: ${name}`, async () => {
      const page = await open(name)
      await page.getByRole('searchbox').fill('o')
      for (const [colorScheme, width] of [
        ['light', 400],
        ['dark', 1280],
      ] as const) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 800 })
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
        const [red] = (await page.evaluate(BACKGROUND)) as string[]
        expect(Number(red) < 128).toBe(colorScheme === 'dark')
        expect(await barriers(page)).toEqual([])
      }
    })
  }
})
