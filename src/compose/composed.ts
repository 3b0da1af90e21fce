import { Source } from '../diagnostics/index.ts'
import { encode } from './encoder.ts'
import type { OriginTable } from './origins.ts'

/** Where a composed text came from. */
export interface Trace {
  /** Six numbers a run, as in `Origins` of a tree's file. */
  runs: Int32Array
  origins: OriginTable
}

/**
 * One document made for one harness. Where it came from is worked out when somebody asks, by composing it once more:
 * keeping it for each document would cost a fifth of a build.
 */
export class Composed {
  /** UTF-8. */
  readonly bytes: Uint8Array
  readonly #trace: () => Trace
  #traced: Trace | undefined

  /**
   * @param texts what follows one another: put together, they would be copied once more; a source stands for its whole
   * text, of which all harnesses share the bytes
   */
  constructor(texts: readonly string[] | Source, trace: () => Trace) {
    this.bytes = texts instanceof Source ? bytesOf(texts) : encode(texts)
    this.#trace = trace
  }

  get text(): string {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(this.bytes)
  }

  get runs(): Int32Array {
    return this.#traces.runs
  }

  get origins(): OriginTable {
    return this.#traces.origins
  }

  get #traces(): Trace {
    this.#traced ??= this.#trace()
    return this.#traced
  }
}

const encoded = new WeakMap<Source, Uint8Array>()

function bytesOf(source: Source): Uint8Array {
  let bytes = encoded.get(source)
  if (bytes === undefined) {
    bytes = encode([source.text])
    encoded.set(source, bytes)
  }
  return bytes
}
