#!/usr/bin/env node
// Runs `agent-cortex validate` with the arguments given and ends as it ended. The command is looked for in
// node_modules/.bin from here upwards, then on the PATH; without either, npx fetches it.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { constants as system } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

const windows = process.platform === 'win32'
const name = windows ? 'agent-cortex.cmd' : 'agent-cortex'

function isCommand(file) {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

function local(directory) {
  const file = join(directory, 'node_modules', '.bin', name)
  if (isCommand(file)) return file
  const above = dirname(directory)
  return above === directory ? undefined : local(above)
}

function onPath(command) {
  const directories = (process.env.PATH ?? '').split(delimiter).filter((directory) => directory !== '')
  return directories.map((directory) => join(directory, command)).find(isCommand)
}

function run(command, args) {
  // A .cmd file needs the shell, and the shell needs its quotes.
  const quoted = windows ? args.map((arg) => `"${arg.replaceAll('"', '""')}"`) : args
  const { status, signal, error } = spawnSync(windows ? `"${command}"` : command, quoted, {
    stdio: 'inherit',
    shell: windows,
  })
  if (error !== undefined) {
    console.error(`validate: ${command} could not be started: ${error.message}`)
    return 126
  }
  return status ?? 128 + system.signals[signal]
}

function main(args) {
  const command = local(process.cwd()) ?? onPath(name)
  if (command !== undefined) return run(command, ['validate', ...args])
  const npx = onPath(windows ? 'npx.cmd' : 'npx')
  if (npx === undefined) {
    console.error('validate: there is no agent-cortex in node_modules/.bin or on the PATH, and no npx to fetch it')
    return 127
  }
  console.error('validate: there is no agent-cortex in node_modules/.bin or on the PATH, so npx fetches it')
  return run(npx, ['--yes', 'agent-cortex', 'validate', ...args])
}

process.exitCode = main(process.argv.slice(2))
