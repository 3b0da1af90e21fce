// Gives the manifests the version of package.json: the clients tell users theirs, npm goes by its own.
import fs from 'node:fs'

const VERSION_RE = /(?<="version": ")[^"]*/

const { version } = JSON.parse(fs.readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
for (const file of ['plugin.json', 'claude-extras/package.json']) {
  const manifest = new URL(`../${file}`, import.meta.url)
  fs.writeFileSync(manifest, fs.readFileSync(manifest, 'utf8').replace(VERSION_RE, version))
}
