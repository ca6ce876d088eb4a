// A programme of one's own, empty, on the embedded database: as `DEMO=no npm start` runs it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const LINK = /http:\/\/\S+\/setup\/[\w-]+/

export type OwnProgramme = { link: string; origin: string; stop(): Promise<void> }

/** Starts it on a free port, with these settings, and gives the set-up link that it prints. */
export async function startOwnProgramme(
  settings: Record<string, string> = {},
): Promise<OwnProgramme> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'hil-own-'))
  const server = spawn(process.execPath, [path.join(import.meta.dirname, '../server/main.ts')], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...process.env,
      DEMO: 'no',
      PORT: '0',
      DATA_DIR: dataDir,
      HEADS_DIR: `${dataDir}/heads`,
      LOG_LEVEL: 'error',
      ...settings,
    },
  })
  const ended = once(server, 'exit')
  const stop = async (): Promise<void> => {
    server.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
  let said = ''
  const link = await new Promise<string>((resolve, reject) => {
    const hear = (text: Buffer): void => {
      said += String(text)
      const [found] = LINK.exec(said) ?? []
      if (found && said.includes(`${found}\n`)) resolve(found)
    }
    server.stdout?.on('data', hear)
    server.stderr?.on('data', hear)
    server.on('exit', () => reject(new Error(`The server ended before it printed a link: ${said}`)))
  }).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return { link, origin: new URL(link).origin, stop }
}
