// Writes schemas/ from the validator's own schemas; with --check it only says which files are not what they should be.
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { jsonSchemas } from '../lib/schemas/index.js'

const directory = fileURLToPath(new URL('../schemas/', import.meta.url))
const check = process.argv.includes('--check')
const wanted = new Map(
  [...jsonSchemas()].map(([name, schema]) => [name, `${JSON.stringify(schema, null, 2)}\n`]),
)
const present = fs.existsSync(directory) ? fs.readdirSync(directory) : []

for (const name of new Set([...wanted.keys(), ...present])) {
  const file = path.join(directory, name)
  const text = wanted.get(name)
  if (present.includes(name) && fs.readFileSync(file, 'utf8') === text) continue
  console.log(`schemas/${name}${check ? ' is not what `pnpm schemas` writes' : ''}`)
  if (check) process.exitCode = 1
  else if (text === undefined) fs.rmSync(file)
  else fs.writeFileSync(file, text)
}
