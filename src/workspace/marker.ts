const MARKER_RE = /^---\r?\n# Generated from .+ by agent-cortex\b/

/** Rule F-6: the second line of a composed agent. */
export function marker(directory: string): string {
  return `# Generated from ${directory}/ by agent-cortex. Do not edit.`
}

/** Whether a text bears the marker, so that it is a copy of ours. */
export function isMarked(text: string): boolean {
  return MARKER_RE.test(text)
}
