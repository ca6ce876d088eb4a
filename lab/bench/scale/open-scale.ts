import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { openDatabase, transaction } from '../../../server/db/database.ts'
import { startEmbedded, type EmbeddedCluster } from '../../../server/db/embedded/cluster.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { beginAuditChain } from '../../../server/features/platform/audit/audit.service.ts'
import { openVault } from '../../../server/features/platform/vault/vault.service.ts'
import { makeKeys } from '../../../server/lib/crypto.ts'
import { masterKey } from '../../../server/lib/master-key.ts'
import { freshDatabase } from '../scans/database.ts'
import { buildProgramme } from './build.ts'
import { sizesOf } from './sizes.ts'

const DATABASE = 'scale'
const MEMORY = { shared_buffers: '2GB', max_wal_size: '8GB', max_connections: '100' }
/** What is lost in a crash is built again: nothing waits for the disk, and COPY leaves no log. */
const CARELESS = {
  ...MEMORY,
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
}

/** `keep`: build there and leave it; `data`: use what an earlier run left there; else a folder for this run. */
export type Where = { keep?: string | undefined; data?: string | undefined }
export type Scale = {
  cluster: EmbeddedCluster
  connection: pg.ClientConfig
  /** Holds the master key too, by which the batches' codes are found again. */
  dataDir: string
  close(): Promise<void>
}

/** A server with the big database, built now or by an earlier run. An interrupt cleans up as an end does. */
export async function openScale(
  rows: number,
  { keep, data }: Where,
  say: (line: string) => void,
): Promise<Scale> {
  const dataDir = data ?? keep ?? (await mkdtemp(path.join(tmpdir(), 'hil-scale-')))
  const isOurs = data === undefined && keep === undefined
  await mkdir(dataDir, { recursive: true })
  let cluster: EmbeddedCluster | undefined
  const close = async () => {
    await cluster?.stop()
    if (isOurs) await rm(dataDir, { recursive: true, force: true })
  }
  const interrupted = () => void close().finally(() => process.exit(130))
  process.once('SIGINT', interrupted)
  process.once('SIGTERM', interrupted)
  try {
    if (data === undefined) {
      cluster = await startEmbedded({ dataDir, settings: CARELESS })
      await build(await freshDatabase(cluster.connection, DATABASE), dataDir, rows, say)
      await cluster.stop()
    }
    cluster = await startEmbedded({ dataDir, settings: MEMORY })
    if (data !== undefined) await bringUpToDate({ ...cluster.connection, database: DATABASE })
  } catch (error) {
    await close()
    throw error
  }
  const connection = { ...cluster.connection, database: DATABASE }
  return {
    cluster,
    connection,
    dataDir,
    async close() {
      process.off('SIGINT', interrupted)
      process.off('SIGTERM', interrupted)
      await close()
    },
  }
}

/** What an earlier version built gets the indexes that were added since. */
async function bringUpToDate(connection: pg.ClientConfig): Promise<void> {
  const { db } = openDatabase(connection, { size: 2, onError: () => {} })
  try {
    await migrate(db)
  } finally {
    await db.destroy()
  }
}

async function build(
  connection: pg.ClientConfig,
  dataDir: string,
  rows: number,
  say: (line: string) => void,
): Promise<void> {
  const { db } = openDatabase(connection, { size: 4, onError: () => {} })
  try {
    const keys = makeKeys(await masterKey(undefined, dataDir))
    await migrate(db)
    await transaction(db, (tx) => beginAuditChain(tx, keys))
    const vault = await openVault({ db, keys })
    const [begun, cpu] = [performance.now(), process.cpuUsage()]
    await buildProgramme({ keys, vault, connection }, sizesOf(rows), say)
    const seconds = ((performance.now() - begun) / 1000).toFixed(0)
    const { user, system } = process.cpuUsage(cpu)
    say(`built in ${seconds} s; Node's own share ${((user + system) / 1e6).toFixed(0)} s of CPU`)
  } finally {
    await db.destroy()
  }
}
