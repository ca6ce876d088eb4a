import { execFile } from 'node:child_process'

/** `identity`: the account it runs as; null is our own. */
type RunOptions = { identity: { uid: number; gid: number } | null; cwd: string; limitMs: number }
type RunResult = { ok: boolean; output: string }

// Nothing of our own environment reaches PostgreSQL: a PGDATA or PGPORT set for another server would mislead it.
export const postgresEnvironment = {
  PATH: process.env.PATH ?? '/usr/bin:/bin',
  LC_ALL: 'C.UTF-8',
  TZ: 'UTC',
}

/** Runs a program to its end or its time limit; a failure is a result, not a rejection. */
export function run(file: string, args: string[], options: RunOptions): Promise<RunResult> {
  const { identity, cwd, limitMs } = options
  return new Promise((resolve) => {
    execFile(
      file,
      args,
      {
        cwd,
        env: postgresEnvironment,
        timeout: limitMs,
        killSignal: 'SIGKILL',
        ...(identity && { uid: identity.uid, gid: identity.gid }),
      },
      (error, stdout, stderr) => {
        const why = error?.killed ? `stopped after ${limitMs} ms` : (error?.message ?? '')
        resolve({ ok: error === null, output: `${stdout}${stderr}`.trim() || why })
      },
    )
  })
}
