import { spawn } from 'node:child_process'
import { open } from 'node:fs/promises'
import { createServer } from 'node:net'
import { devNull } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { databaseUrl } from './harness.ts'
import type { TestServer } from './server.ts'

const MAIN = path.join(import.meta.dirname, '../main.ts')
const READY_MS = 90_000

/** A port of this machine on which nobody listens. */
export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (typeof address !== 'object' || !address) throw new Error('The probe had no port.')
  return address.port
}

export type Launched = {
  url: string
  pid: number
  /** kill -9; resolves when the process is gone, at once when it is gone already. */
  kill(): Promise<void>
  /** SIGTERM; gives the exit code when the process is gone, null when a signal ended it. */
  stop(): Promise<number | null>
}

/**
 * The product as a process that can be killed, on the database and the data folder of a test server;
 * resolves when it is ready, throws when it ends before. `settings` are environment variables; its log
 * is added to `logFile`, or is lost.
 */
export async function launch(
  { context }: Pick<TestServer, 'context'>,
  port: number,
  settings: Record<string, string> = {},
  logFile = devNull,
): Promise<Launched> {
  const log = await open(logFile, 'a')
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH,
      NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
      DATABASE_URL: databaseUrl(context.connection),
      DATA_DIR: context.config.DATA_DIR,
      HEADS_DIR: context.config.HEADS_DIR,
      PORT: String(port),
      LOG_LEVEL: 'error',
      ...settings,
    },
    stdio: ['ignore', log.fd, 'inherit'],
  })
  await log.close()
  const isOver = () => child.exitCode !== null || child.signalCode !== null
  const gone = new Promise<void>((resolve, reject) => {
    child.once('close', () => resolve())
    child.once('error', reject)
  })
  const url = `http://127.0.0.1:${port}`
  for (const end = Date.now() + READY_MS; !(await isReady(url)); await pause(50)) {
    if (isOver()) throw new Error(`The server ended with ${child.exitCode ?? child.signalCode}.`)
    if (Date.now() < end) continue
    child.kill('SIGKILL')
    throw new Error(`The server was not ready after ${READY_MS} ms.`)
  }
  return {
    url,
    pid: child.pid ?? 0,
    async kill() {
      if (!isOver()) child.kill('SIGKILL')
      await gone
    },
    async stop() {
      if (!isOver()) child.kill('SIGTERM')
      await gone
      return child.exitCode
    },
  }
}

/** Whether the server says that it can serve. */
export const isReady = async (url: string) =>
  (await fetch(`${url}/readyz`).catch(() => null))?.ok === true
