import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { REPOSITORY } from './checkout.ts'
import { scratch } from './trees.ts'

const STORE = path.join(REPOSITORY, 'node_modules/.pnpm')
const TARBALL_RE = /^\/(.+)\/-\/([^/]+)\.tgz$/

export interface Registry {
  url: string
  close(): void
}

/**
 * A registry on this machine that has one package, and the ones that this repository has installed; so that npm
 * installs as for a user, and needs no network. What it has not got is not found.
 * @param directory of the package, for its package.json
 */
export async function registry(directory: string, tarball: string): Promise<Registry> {
  const own = readPackage(directory)
  const find = (name: string): Map<string, string> =>
    name === own.name ? new Map([[own.version, directory]]) : installed(name)
  const server = http.createServer((request, response) => {
    const wanted = decodeURIComponent(request.url ?? '/')
    const [, file, version] = TARBALL_RE.exec(wanted) ?? []
    const name = file ?? wanted.slice(1)
    const versions = find(name)
    if (versions.size === 0) return void response.writeHead(404).end('{}')
    if (version === undefined) return void response.end(JSON.stringify(document(name, versions)))
    response.end(fs.readFileSync(name === own.name ? tarball : pack(versions.get(version)!)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, close: () => void server.close() }

  /** What npm asks for first: all versions with their package.json, and where they are to be had. */
  function document(name: string, versions: ReadonlyMap<string, string>): object {
    const known = [...versions].map(([version, folder]) => {
      const dist = { tarball: `${url}/${encodeURIComponent(name)}/-/${version}.tgz` }
      return [version, { ...readPackage(folder), dist }] as const
    })
    return { name, 'dist-tags': { latest: known.at(-1)![0] }, versions: Object.fromEntries(known) }
  }
}

/** The versions of a package in this repository's store, each with its directory. */
function installed(name: string): Map<string, string> {
  const prefix = `${name.replace('/', '+')}@`
  const folders = fs
    .readdirSync(STORE)
    .filter((entry) => entry.startsWith(prefix))
    .map((entry) => path.join(STORE, entry, 'node_modules', name))
  return new Map(folders.map((folder) => [readPackage(folder).version, folder]))
}

/** Not compressed: it goes nowhere. */
function pack(folder: string): string {
  const place = scratch()
  fs.symlinkSync(folder, path.join(place, 'package'))
  execFileSync('tar', ['-chf', 'package.tar', 'package'], { cwd: place })
  return path.join(place, 'package.tar')
}

function readPackage(folder: string): { name: string; version: string } {
  return JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')) as ReturnType<
    typeof readPackage
  >
}
