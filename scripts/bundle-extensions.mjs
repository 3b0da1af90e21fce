// Bundles the extensions for pi, each into one file that needs nothing beside it: lib/extensions/<name>/index.js.
// CommonJS without line breaks, for pi 1.6.0 sends what looks like an ES module through Babel: 2 s at its first start.
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const PACKAGE_RE = /^.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+/
const LICENCE_RE = /^licen[cs]e/i

for (const [name, entry] of [
  ['agent-modes', 'src/runtime/pi/modes/index.ts'],
  ['subagents', 'src/runtime/pi/subagents/index.ts'],
]) {
  const { output } = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    // jsonc-parser's `main` is UMD, which hides its parts from a bundler.
    resolve: { mainFields: ['module', 'main'] },
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: entry,
      outDir: `lib/extensions/${name}`,
      // What is there is replaced in one step; somebody may be building with it.
      emptyOutDir: false,
      write: false,
      target: 'node22',
      minify: true,
      rolldownOptions: { output: { format: 'cjs', entryFileNames: 'index.js', codeSplitting: false } },
    },
  })
  const [{ code, moduleIds }] = output
  write(`lib/extensions/${name}/index.js`, code + notices(moduleIds))
}

// The package's own type is `module`.
write('lib/extensions/package.json', '{ "type": "commonjs" }\n')

function write(file, text) {
  const target = path.join(root, file)
  mkdirSync(path.dirname(target), { recursive: true })
  const temporary = `${target}.${process.pid}`
  writeFileSync(temporary, text)
  renameSync(temporary, target)
}

/** The licences of what is bundled, as they ask for, in a comment at the end. */
function notices(modules) {
  const packages = new Set(
    modules.map((id) => PACKAGE_RE.exec(id)?.[0]).filter((found) => found !== undefined),
  )
  const texts = [...packages].map((directory) => {
    const { name, version, license } = JSON.parse(readFileSync(path.join(directory, 'package.json'), 'utf8'))
    const file = readdirSync(directory).find((entry) => LICENCE_RE.test(entry))
    const text = file === undefined ? '' : readFileSync(path.join(directory, file), 'utf8')
    return `${name} ${version} (${license})\n\n${text.replaceAll('*/', '* /').replaceAll('\r', '').trim()}\n`
  })
  const lines = ['This file bundles:', '', ...texts.toSorted()].join('\n').trimEnd().split('\n')
  return `\n/*!\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`
}
