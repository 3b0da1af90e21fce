import path from 'node:path'
import { expect, it } from 'vitest'
import { compile } from '../../src/compiler/index.ts'
import { apply, plan } from '../../src/tree/index.ts'
import { systemOf, textsOf, toolsOf } from '../support/model-server.ts'
import { hasPi, PiHome } from '../support/pi.ts'
import { settings } from '../support/pi-project.ts'

it.skipIf(!hasPi)(
  "this project's ralph has all its tools in pi with this project's own tree alone",
  async () => {
    const home = new PiHome()
    await home.start()
    try {
      const root = path.resolve(import.meta.dirname, '../..')
      const { trees, diagnostics } = compile({ root, only: ['pi'] })
      expect(diagnostics.list('warning')).toEqual([])
      const tree = path.join(home.root, 'tree')
      expect(apply([plan(trees.get('pi')!, tree)]).ok).toBe(true)
      home.write('agent', { 'settings.json': settings([tree]) })
      const elsewhere = home.write('elsewhere', { 'readme.txt': '' })
      home.model.reply = (request) => {
        if (textsOf(request, 'user')[0] !== 'go') return 'REPORT'
        const calls = [
          { tool: 'task', args: { prompt: 'stage: implement' } },
          { tool: 'wait_for_agents', args: {} },
          { tool: 'read_agent', args: { id: 'agent-1' } },
        ]
        const call = calls[textsOf(request, 'tool').length]
        return call === undefined ? 'DONE' : [call]
      }
      const pi = await home.print(elsewhere, ['--agent-mode', 'ralph', 'go'])
      expect([pi.stdout, pi.stderr]).toEqual(['DONE\n', ''])
      const [first] = home.model.requests
      expect(toolsOf(first!)).toEqual(
        ['bash', 'read', 'grep', 'find', 'ask_questions', 'task', 'read_agent', 'wait_for_agents'].toSorted(),
      )
      expect(systemOf(first!)).toContain('<agent_mode>\n# Ralph\n')
      const [started, waited, read] = textsOf(home.model.requests.at(-1)!, 'tool')
      expect(started).toBe(`started agent-1: a general worker in ${elsewhere}`)
      expect(waited).toMatch(/^agent-1 completed after \d+ s\nREPORT$/)
      expect(read).toBe(waited)
    } finally {
      await home.stop()
    }
  },
)
