/** Whether a call wants to be told about a command, not to run it. */
export function asksForHelp(words: readonly string[]): boolean {
  const end = words.indexOf('--')
  return words.slice(0, end === -1 ? undefined : end).some((word) => word === '--help' || word === '-h')
}
