// A programme of one's own, empty, on the embedded database: as `DEMO=no npm start` runs it.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'

const MAIN = path.join(import.meta.dirname, '../server/main.ts')
const CLOCK = path.join(import.meta.dirname, 'clock-ahead.ts')
const LINK = /http:\/\/\S+\/setup\/[\w-]+(?=\n)/
const READY_MS = 60_000

type Settings = Record<string, string>
export type OwnProgramme = {
  link: string
  origin: string
  /** Ends the server and starts it again on its folder and port, with more settings. */
  restart(more: Settings, clock?: { aheadMs: number }): Promise<void>
  stop(): Promise<void>
}

/** Starts it on a free port, with these settings, and gives the set-up link that it prints. */
export async function startOwnProgramme(settings: Settings = {}): Promise<OwnProgramme> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'hil-own-'))
  const common = {
    DEMO: 'no',
    DATA_DIR: dataDir,
    HEADS_DIR: `${dataDir}/heads`,
    LOG_LEVEL: 'error',
  }
  let server = launch({ ...common, ...settings, PORT: '0' })
  const stop = async (): Promise<void> => {
    await end(server)
    rmSync(dataDir, { recursive: true, force: true })
  }
  const link = await printed(server, LINK).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  const { origin, port } = new URL(link)
  return {
    link,
    origin,
    stop,
    async restart(more, { aheadMs } = { aheadMs: 0 }) {
      await end(server)
      const clock = { CLOCK_AHEAD_MS: String(aheadMs) }
      const given = { ...common, ...settings, ...more, ...clock, PORT: port }
      server = launch(given, ['--import', CLOCK])
      await ready(`${origin}/readyz`)
    },
  }
}

function launch(settings: Settings, flags: readonly string[] = []): ChildProcess {
  return spawn(process.execPath, [...flags, MAIN], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, ...settings },
  })
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  server.kill('SIGTERM')
  await once(server, 'exit')
}

/** The first text of this form that a server prints. */
function printed(server: ChildProcess, text: RegExp): Promise<string> {
  let said = ''
  return new Promise((resolve, reject) => {
    const hear = (piece: Buffer): void => {
      said += String(piece)
      const [found] = text.exec(said) ?? []
      if (found) resolve(found)
    }
    server.stdout?.on('data', hear)
    server.stderr?.on('data', hear)
    server.on('exit', () => reject(new Error(`The server ended before it printed a link: ${said}`)))
  })
}

async function ready(url: string): Promise<void> {
  const until = Date.now() + READY_MS
  for (;;) {
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return
    if (Date.now() > until) throw new Error(`The server is not ready after ${READY_MS} ms.`)
    await setTimeout(100)
  }
}
