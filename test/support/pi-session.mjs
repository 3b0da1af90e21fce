// A session of the real pi without a screen: says what its editor would complete, and which keys extensions took. Run with
// pi's own Node; words: pi's module, a directory to work in, what is typed behind `/mode `.
const [, , sdk, cwd, ...typed] = process.argv
const { createAgentSession, SessionManager } = await import(sdk)
const { session } = await createAgentSession({ cwd, sessionManager: SessionManager.inMemory() })
await session.bindExtensions({})
const runner = session.extensionRunner
const command = runner.getCommand('mode')
const completions = await Promise.all(typed.map((prefix) => command.getArgumentCompletions?.(prefix)))
const shortcuts = [...runner.getShortcuts({})].map(([key, { description }]) => [key, description])
console.log(JSON.stringify({ completions, shortcuts }))
process.exit(0)
