import type pg from 'pg'
import { embeddedBy, readConfig, type Config } from '../config.ts'
import { openDatabase, type Db } from '../db/database.ts'
import { startEmbedded } from '../db/embedded/cluster.ts'
import { EmbeddedDatabaseError } from '../db/embedded/errors.ts'
import { claimFolder } from '../db/embedded/folder-kind.ts'
import { refuseHalfRestored } from '../db/embedded/half-restored.ts'
import { acquireDataDir } from '../db/embedded/owner-lock.ts'
import { makeKeys, type Keys } from '../lib/crypto.ts'
import { masterKey } from '../lib/master-key.ts'

export type Opened = { config: Config; connection: pg.ClientConfig; db: Db; keys: Keys }

/**
 * Runs a command on the database of the configuration: the one DATABASE_URL names, else the embedded
 * one, beside the server when it runs and started for the command alone when it does not. `owns` says
 * what a command that takes long is: where no server has the data folder, the command has it.
 */
export async function withDatabase(
  work: (opened: Opened) => Promise<number>,
  { name = 'hil', owns = null }: { name?: string; owns?: string | null } = {},
): Promise<void> {
  try {
    const config = readConfig(process.env)
    refuseHalfRestored(config.DATA_DIR)
    const { connection: server, close } = await connect(config, owns)
    const connection = { ...server, application_name: name }
    let closing = false
    const { db } = openDatabase(connection, {
      size: 4,
      // A database that was started for the command ends with it, and may tell connections so first.
      onError: (error) => void (closing || process.stderr.write(`${error.message}\n`)),
    })
    try {
      const keys = makeKeys(await masterKey(config.MASTER_KEY, config.DATA_DIR))
      process.exitCode = await work({ config, connection, db, keys })
    } finally {
      closing = true
      await db.destroy()
      await close()
    }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 2
  }
}

async function connect(config: Config, owns: string | null) {
  if (config.DATABASE_URL !== undefined) {
    return { connection: { connectionString: config.DATABASE_URL }, close: async () => {} }
  }
  const owner = owns === null ? null : await own(config.DATA_DIR, owns)
  const cluster = await claimFolder(config)
    .then(() => startEmbedded(embeddedBy(config)))
    .catch((error: unknown) => {
      owner?.release()
      throw error
    })
  const close = async () => {
    if (cluster.how === 'started') await cluster.stop()
    owner?.release()
  }
  return { connection: cluster.connection, close }
}

/** The data folder's ownership; null where a server has it, which keeps the database running meanwhile. */
async function own(dataDir: string, purpose: string) {
  return await acquireDataDir(dataDir, { purpose }).catch((error: unknown) => {
    if (error instanceof EmbeddedDatabaseError && error.cause === undefined) return null
    throw error
  })
}
