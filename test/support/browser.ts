import fs from 'node:fs'
import { pathToFileURL } from 'node:url'
import axe from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'

/*
 * A real browser: the Chromium that CHROMIUM_BIN names, or that of the system. AGENT_CORTEX_BROWSER=required makes it
 * an error when there is none.
 */
const CHROMIUM = process.env['CHROMIUM_BIN'] || '/usr/bin/chromium'

export const hasBrowser = fs.existsSync(CHROMIUM)
if (!hasBrowser) {
  const text = `no browser at ${CHROMIUM} (CHROMIUM_BIN names another)`
  if (process.env['AGENT_CORTEX_BROWSER'] === 'required') throw new Error(text)
  console.warn(`SKIPPED: ${text}`)
}

const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Headless, without a sandbox (it may run as root), with a new profile. */
export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, chromiumSandbox: false, headless: true, args: QUIET })
}

/** Opens a file with the network off. @param faults gets what the page loads, complains of or pops up */
export async function visit(browser: Browser, file: string, faults: string[]): Promise<Page> {
  const context = await browser.newContext({ offline: true })
  const page = await context.newPage()
  const { href } = pathToFileURL(file)
  page.on('request', (request) => {
    if (request.url() !== href) faults.push(`request: ${request.url()}`)
  })
  page.on('console', (message) => faults.push(`console: ${message.text()}`))
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.setDefaultTimeout(5000)
  await page.goto(href)
  return page
}

/** What axe finds wrong: rule, and the elements. */
export async function barriers(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const { violations } = (await page.evaluate('axe.run()')) as axe.AxeResults
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
