/** Resolves to the exit code when the user ends a command that runs until then. @param wanted whether to listen at all */
export function interrupted(wanted = true): Promise<number> {
  return new Promise((resolve) => {
    if (!wanted) return
    const end = (): void => {
      resolve(0)
      // Watchers of others, Vite's among them, keep the process alive.
      setImmediate(() => process.exit(0))
    }
    process.once('SIGINT', end).once('SIGTERM', end)
    // Whoever reads our output has gone.
    process.stdout.once('error', end)
  })
}
