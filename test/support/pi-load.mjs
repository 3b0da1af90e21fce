// node pi-load.mjs SDK PACKAGE SCRATCH: prints what pi loads of a package, as JSON
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [sdk, directory, scratch] = process.argv.slice(2)
const cwd = join(scratch, 'pi-cwd')
const agentDir = join(scratch, 'pi-agent')
for (const path of [cwd, agentDir]) mkdirSync(path, { recursive: true })
const pi = await import(pathToFileURL(sdk).href)
const settingsManager = pi.SettingsManager.create(cwd, agentDir)
const options = { cwd, agentDir, settingsManager }
await new pi.DefaultPackageManager(options).installAndPersist(directory)
const loader = new pi.DefaultResourceLoader({ ...options, noContextFiles: true })
await loader.reload()
const { skills, diagnostics } = loader.getSkills()
const { extensions, errors } = loader.getExtensions()
process.stdout.write(
  JSON.stringify({
    skills: skills.map(({ name }) => name).toSorted(),
    prompts: loader.getPrompts().prompts.map(({ name }) => name),
    extensions: extensions.filter(({ path }) => path.startsWith(directory)).length,
    problems: [...diagnostics.map(({ message }) => message), ...errors.map(({ error }) => error)],
  }),
)
process.exit(0)
