import { writeSync } from 'node:fs'
import type { Printer } from './telling.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** A printer for this process's streams. */
export function terminal(environment: Environment = process.env): Printer {
  return {
    out: (text) => write(process.stdout, text),
    error: (text) => write(process.stderr, text),
    colors: {
      out: isColorful(process.stdout, environment),
      error: isColorful(process.stderr, environment),
    },
  }
}

function write(stream: NodeJS.WriteStream, text: string): void {
  if (text !== '') stream.write(text)
}

/** https://no-color.org, https://force-color.org; the log of a CI run is no terminal, whatever it says. */
function isColorful({ isTTY }: { isTTY?: boolean }, environment: Environment): boolean {
  const { NO_COLOR, FORCE_COLOR, CI, TERM } = environment
  if (isSet(NO_COLOR)) return false
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  return isTTY === true && !isSet(CI) && TERM !== 'dumb'
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== ''
}

/** Whoever reads our output may stop reading; that is no failure. Where it cannot be written, nothing can be told. */
export function forgiveClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') giveUp(error)
    })
  }
}

function giveUp({ message }: Error): never {
  try {
    writeSync(process.stderr.fd, `agent-cortex: the output cannot be written: ${message}\n`)
  } catch {
    // The exit code is all that is left.
  }
  process.exit(1)
}
