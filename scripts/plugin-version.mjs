// Gives plugin.json the version of package.json: the clients tell users the one, npm goes by the other.
import fs from 'node:fs'

const VERSION_RE = /(?<="version": ")[^"]*/

const manifest = new URL('../plugin.json', import.meta.url)
const { version } = JSON.parse(fs.readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
fs.writeFileSync(manifest, fs.readFileSync(manifest, 'utf8').replace(VERSION_RE, version))
