import type { ManifestFile, ManifestInput } from '../../src/compose/harness.ts'
import type { Report } from '../../src/diagnostics/diagnostic.ts'

export interface Case extends Partial<Omit<ManifestInput, 'has' | 'report' | 'place'>> {
  /** Files of the tree; their directories are there too. */
  files?: string[]
}

/** Runs a harness's `manifest` on a small plugin and keeps what it reports. */
export function runManifest(
  manifest: (input: ManifestInput) => ManifestFile[],
  { files = ['agents/plan.md', 'skills/plan/SKILL.md'], ...given }: Case = {},
): { files: Record<string, Readonly<Record<string, unknown>>>; reports: Report[] } {
  const reports: Report[] = []
  const input: ManifestInput = {
    metadata: {
      name: 'demo',
      version: '1.2.3',
      description: 'A demo',
      author: { name: 'Ada' },
    },
    marketplace: { name: 'ada-market', owner: { name: 'Ada' } },
    components: {},
    overrides: {},
    has: (path) => files.some((file) => file === path || file.startsWith(`${path}/`)),
    report: (report) => reports.push(report),
    place: (key) => ({ file: `plugin.json#${key}` }),
    ...given,
  }
  return { files: Object.fromEntries(manifest(input).map(({ path, json }) => [path, json])), reports }
}

/** Code, severity where it is not the usual one, and message, in one line each. */
export function lines(reports: readonly Report[]): string[] {
  return reports.map(({ code, severity, message }) => [code, severity, message].filter(Boolean).join(': '))
}
