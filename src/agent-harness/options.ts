import type { Code, SeveritySetting } from '../diagnostics/index.ts'
import { SKIPPED_NAMES } from './names.ts'

export interface HarnessOptions {
  /**
   * What a directory with a `HARNESS.md` of its own is (rule N-1): a harness with its own rules, or part of the outer
   * one. Default `boundary`.
   */
  nested?: 'boundary' | 'propagate'
  /** Names of directories that are not read (rule V-2). Default: `node_modules`, `__pycache__`, `.venv`, `dist`, `out`, `build`, `target`. */
  skip?: readonly string[]
  /** Whether links to directories and files outside the harness are followed. Default false. */
  followOutside?: boolean
  /** A directory below the top needs a routing file from this many visible entries on (rule R-3). Default 1. */
  routingFrom?: number
  /** The verdict of harnesses-ref 0.1.3, the Python reference, in place of ours. Default false. */
  compat?: boolean
  /** Checks whether text and disk agree, descriptions are of use, and the like. Default true. */
  lint?: boolean
  /** Warnings become errors. Default false. */
  strict?: boolean
  severity?: Partial<Record<Code, SeveritySetting>>
  /** Stands before each path in diagnostics. Default: nothing, paths are relative to the harness. */
  prefix?: string
  /** Name of the directory, for a harness that lies at the top of its files. Default: the root's last segment. */
  slug?: string
}

export interface Settings {
  readonly nested: 'boundary' | 'propagate'
  readonly skip: ReadonlySet<string>
  readonly followOutside: boolean
  readonly routingFrom: number
  readonly compat: boolean
  readonly lint: boolean
  readonly prefix: string
}

export function settingsOf(options: HarnessOptions): Settings {
  const compat = options.compat ?? false
  return {
    nested: compat ? 'propagate' : (options.nested ?? 'boundary'),
    skip: new Set(compat ? [] : (options.skip ?? SKIPPED_NAMES)),
    followOutside: compat || (options.followOutside ?? false),
    routingFrom: compat ? 0 : (options.routingFrom ?? 1),
    compat,
    lint: !compat && (options.lint ?? true),
    prefix: options.prefix ?? '',
  }
}
