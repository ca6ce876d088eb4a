import type pg from 'pg'
import type { Logger } from 'pino'
import { embeddedBy, type Config } from './config.ts'
import { startEmbedded } from './db/embedded/cluster.ts'
import { claimFolder } from './db/embedded/folder-kind.ts'
import { refuseHalfRestored } from './db/embedded/half-restored.ts'
import { keepAlive } from './db/embedded/keep-alive.ts'
import { acquireDataDir } from './db/embedded/owner-lock.ts'
import { simulatePayouts, type SimulatedPayouts } from './demo/payout-simulator.ts'
import { openPayouts } from './features/money/payments/provider/razorpayx.ts'

export type DatabaseServer = {
  connection: pg.ClientConfig
  /** The payout provider of the demo; null where a real one is set up. */
  payouts: SimulatedPayouts | null
  /** Makes another database beside ours; only the demo's server does. */
  makeDatabase: ((name: string) => Promise<void>) | null
  close(): Promise<void>
}

/**
 * The server named by DATABASE_URL, else the embedded one of the data folder, which has one owner,
 * and in the demo a payout provider beside it, which starts meanwhile. Where it has to wait for
 * PostgreSQL it calls `onLaunch`.
 */
export async function openServer(
  config: Config,
  log: Logger,
  onLaunch: () => void,
): Promise<DatabaseServer> {
  refuseHalfRestored(config.DATA_DIR)
  const isPaid = openPayouts(config) !== null
  if (config.DATABASE_URL !== undefined) {
    const connection = { connectionString: config.DATABASE_URL }
    return { connection, payouts: null, makeDatabase: null, close: async () => {} }
  }
  const owner = await acquireDataDir(config.DATA_DIR, { purpose: 'HIL Dashboard' })
  try {
    await claimFolder(config)
  } catch (error) {
    owner.release()
    throw error
  }
  const payouts = config.demo && !isPaid ? simulatePayouts(config.DATA_DIR, log) : null
  const cluster = await startEmbedded({ ...embeddedBy(config), onLaunch }).catch(
    async (error: unknown) => {
      await payouts?.stop()
      owner.release()
      throw error
    },
  )
  const endWatch = keepAlive(embeddedBy(config), (details, message) => log.warn(details, message))
  return {
    connection: cluster.connection,
    payouts,
    makeDatabase: config.demo ? cluster.createDatabaseIfMissing : null,
    async close() {
      await payouts?.stop()
      await endWatch()
      await cluster.stop()
      owner.release()
    },
  }
}
