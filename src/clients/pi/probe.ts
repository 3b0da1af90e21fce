/** What the probe writes down. */
export interface Probed {
  tools: readonly string[]
  skills: readonly { name: string; file: string }[]
  problems: readonly { message: string; file?: string }[]
  agents: readonly { file: string; name?: unknown; description?: unknown; error?: string }[]
}

export const COMMAND = 'agent-cortex-verify'

/**
 * An extension that pi 1.6.0 loads beside the package: its command is called when all extensions have started, and asks pi's own
 * loader. Agents are read as pi's subagent extension reads them.
 */
export const PROBE = `
import { readFileSync, writeFileSync } from 'node:fs'
import * as sdk from '@earendil-works/pi-coding-agent'

export default function (pi) {
  pi.registerCommand('${COMMAND}', {
    description: 'Tells agent-cortex what is loaded',
    handler: async (args) => {
      const { agents, out } = JSON.parse(readFileSync(args.trim(), 'utf8'))
      const cwd = process.cwd()
      const agentDir = process.env.PI_CODING_AGENT_DIR
      const settingsManager = sdk.SettingsManager.create(cwd, agentDir)
      const loader = new sdk.DefaultResourceLoader({
        cwd, agentDir, settingsManager, noContextFiles: true, noExtensions: true,
      })
      await loader.reload()
      const { skills, diagnostics } = loader.getSkills()
      const prompts = loader.getPrompts()
      const problems = [...diagnostics, ...prompts.diagnostics]
      writeFileSync(out, JSON.stringify({
        tools: pi.getAllTools().map(({ name }) => name),
        skills: skills.map(({ name, filePath }) => ({ name, file: filePath })),
        problems: problems.map(({ message, path }) => ({ message, file: path })),
        agents: agents.map(read),
      }))
    },
  })
}

function read(file) {
  try {
    const { name, description } = sdk.parseFrontmatter(readFileSync(file, 'utf8')).frontmatter
    return { file, name, description }
  } catch (error) {
    return { file, error: error.message }
  }
}
`
