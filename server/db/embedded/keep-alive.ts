import { realpath } from 'node:fs/promises'
import { startEmbedded } from './cluster.ts'
import { runningPostmaster } from './postmaster.ts'
import { clusterOf } from './site.ts'
import type { WalArchive } from './wal-archive.ts'

const POLL_EVERY_MS = 1_000

/**
 * Starts PostgreSQL again when it was killed under us. Ends with the function that is given back,
 * which waits for a start under way.
 */
export function keepAlive(
  { dataDir, archive = null }: { dataDir: string; archive?: WalArchive | null },
  log: (details: object, message: string) => void,
): () => Promise<void> {
  let looking: Promise<void> = Promise.resolve()
  let busy = false
  const look = async () => {
    if (busy) return
    busy = true
    try {
      if ((await runningPostmaster(clusterOf(await realpath(dataDir)))) === null) {
        log({}, 'PostgreSQL is gone and is started again')
        await startEmbedded({ dataDir, archive })
      }
    } catch (error) {
      log({ err: error }, 'PostgreSQL could not be started again')
    } finally {
      busy = false
    }
  }
  const timer = setInterval(() => {
    looking = look()
  }, POLL_EVERY_MS)
  return async () => {
    clearInterval(timer)
    await looking
  }
}
