import type pg from 'pg'
import { readConfig, type Config } from '../config.ts'
import { openDatabase, type Db } from '../db/database.ts'
import { startEmbedded } from '../db/embedded/cluster.ts'
import { makeKeys, type Keys } from '../lib/crypto.ts'
import { masterKey } from '../lib/master-key.ts'

export type Opened = { config: Config; connection: pg.ClientConfig; db: Db; keys: Keys }

/**
 * Runs a command on the database of the configuration: the one DATABASE_URL names, else the embedded
 * one, beside the server when it runs and started for the command alone when it does not.
 */
export async function withDatabase(
  work: (opened: Opened) => Promise<number>,
  { name = 'hil' } = {},
): Promise<void> {
  try {
    const config = readConfig(process.env)
    const { connection: server, close } = await connect(config)
    const connection = { ...server, application_name: name }
    const { db } = openDatabase(connection, {
      size: 4,
      onError: (error) => process.stderr.write(`${error.message}\n`),
    })
    try {
      const keys = makeKeys(await masterKey(config.MASTER_KEY, config.DATA_DIR))
      process.exitCode = await work({ config, connection, db, keys })
    } finally {
      await db.destroy()
      await close()
    }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 2
  }
}

async function connect(config: Config) {
  if (config.DATABASE_URL !== undefined) {
    return { connection: { connectionString: config.DATABASE_URL }, close: async () => {} }
  }
  const cluster = await startEmbedded({ dataDir: config.DATA_DIR })
  const close = () => (cluster.how === 'started' ? cluster.stop() : Promise.resolve())
  return { connection: cluster.connection, close }
}
