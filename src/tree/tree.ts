/**
 * Where runs of a file's text came from, six numbers each:
 * offset and length in the file, index into `sources`, start in that source, kind, index into `rows` (-1: none).
 */
export interface Origins {
  readonly sources: readonly { readonly file: string }[]
  /** Rows of the token map that were used, `tools.task` or `paths.skills_dir`. */
  readonly rows: readonly string[]
  readonly runs: ArrayLike<number>
}

/** One file to be written. */
export interface TreeFile {
  /** `/`-separated, relative to the tree. */
  readonly path: string
  readonly content: string | Uint8Array
  readonly executable: boolean
  /** The source file or directory it comes from, relative to the root; for messages. */
  readonly from: string
  readonly origins?: Origins
}

/** All files of one harness's output, by path. */
export interface Tree {
  readonly harness: string
  readonly files: ReadonlyMap<string, TreeFile>
}
