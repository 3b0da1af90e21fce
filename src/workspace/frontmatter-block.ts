/** A closed block at the start of a text; group 1 is what stands between its lines. A lone `---` is a rule of markdown. */
export const FRONTMATTER_BLOCK_RE = /^---[^\S\n]*\n([\s\S]*?\n)?---[^\S\n]*(?:\n|$)/
