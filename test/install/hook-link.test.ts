import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { guardOutside, Home } from '../support/install.ts'
import { put, scratch } from '../support/trees.ts'

// Where `install copilot` puts this project's own plugin, its hook makes a link for those who never installed it so.

const HOOKS = path.resolve(import.meta.dirname, '../../hooks')
const LINK = '.agent-cortex/copilot/agent-cortex/agent-cortex'
const VERSIONS = '.agent-cortex/.versions/copilot/agent-cortex/agent-cortex'

/** A home in which the hook of a clone has run, and that clone. */
function linked(): { home: Home; clone: string; empty: string } {
  const home = new Home([])
  const clone = fs.realpathSync(scratch())
  fs.cpSync(HOOKS, path.join(clone, 'hooks'), { recursive: true })
  put(clone, { 'agents/plan.agent.md': 'of the clone' })
  hook(home, clone)
  expect(fs.realpathSync(home.at(LINK))).toBe(clone)
  return { home, clone, empty: scratch() }
}

function hook(home: Home, root: string): void {
  const env = { PATH: process.env['PATH'], HOME: home.home }
  const { status } = spawnSync('sh', [path.join(root, 'hooks/link.sh')], { env })
  expect(status).toBe(0)
}

guardOutside()

describe("the link of our own plugin's hook", () => {
  test('gives way to an installation, and the hook leaves that alone', () => {
    const { home, clone, empty } = linked()
    const { code, stdout } = home.run(['install', 'copilot', '--no-register'], empty)
    expect(code).toBe(0)
    expect(stdout).toContain(`${home.at(LINK)}: `)
    expect(fs.readdirSync(home.at(VERSIONS)).toSorted()).toEqual(['1', 'source'])
    // What an agent names is below the place that the hook's link had.
    expect(home.read(LINK, 'agents/plan.agent.md')).toContain(
      `${home.at(LINK)}/skills/planning/plan/SKILL.md`,
    )
    hook(home, clone)
    expect(fs.realpathSync(home.at(LINK))).toBe(home.at(VERSIONS, '1'))
    expect(home.run(['uninstall', 'copilot'], empty).code).toBe(0)
    expect(fs.existsSync(home.at('.agent-cortex'))).toBe(false)
    expect(fs.readdirSync(clone).toSorted()).toEqual(['agents', 'hooks'])
    expect(fs.readdirSync(path.join(clone, 'agents'))).toEqual(['plan.agent.md'])
  })

  test('goes with uninstall, and what it leads to stays', () => {
    const { home, clone, empty } = linked()
    expect(home.run(['uninstall', 'copilot', '--dry-run'], empty).code).toBe(0)
    expect(fs.realpathSync(home.at(LINK))).toBe(clone)
    const { code, stderr } = home.run(['uninstall', 'copilot'], empty)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(fs.existsSync(home.at('.agent-cortex'))).toBe(false)
    expect(fs.readFileSync(path.join(clone, 'agents/plan.agent.md'), 'utf8')).toBe('of the clone')
  })
})
