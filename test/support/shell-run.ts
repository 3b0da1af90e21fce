import { execFile } from 'node:child_process'

export interface Ran {
  code: number
  stdout: string
  stderr: string
}

/** Runs a script in bash, which stops at its first failing command. Other work of this process goes on. */
export function bash(script: string, cwd: string, env: NodeJS.ProcessEnv): Promise<Ran> {
  return new Promise((resolve) => {
    const options = { cwd, env, timeout: 120_000, maxBuffer: 64e6 }
    execFile('bash', ['-e', '-c', script], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1
      resolve({ code, stdout, stderr })
    })
  })
}
