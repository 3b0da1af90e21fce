import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Scratch } from '../scratch.ts'
import { MANIFESTS, readObject } from '../tree.ts'

/** Where servers stand apart from the manifest. */
const SERVERS = ['.mcp.json', '.github/mcp.json']

/** A copy of a tree without its MCP servers: they would be started. @returns its directory */
export function copyWithoutServers(dir: string, scratch: Scratch): string {
  const copy = path.join(scratch.folder('tree'), path.basename(dir))
  cpSync(dir, copy, { recursive: true, dereference: true })
  for (const file of SERVERS) rmSync(path.join(copy, file), { force: true })
  for (const manifest of MANIFESTS.copilot) {
    const file = path.join(copy, manifest)
    if (!existsSync(file)) continue
    const { mcpServers, lspServers, ...rest } = readObject(file)
    // One that cannot be read stays as it is: the client is to say so.
    if (mcpServers !== undefined || lspServers !== undefined) writeFileSync(file, JSON.stringify(rest))
  }
  return copy
}
