import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, mkdir, realpath, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { sql } from 'kysely'
import type pg from 'pg'
import { embeddedBy, type Config } from '../../../config.ts'
import { checkMasterKey, checkServer } from '../../../db/checks.ts'
import { openDatabase, transaction, type Db, type Tx } from '../../../db/database.ts'
import { findBinaries } from '../../../db/embedded/binaries.ts'
import { startEmbedded } from '../../../db/embedded/cluster.ts'
import { claimFolder, OWN_PROGRAMME } from '../../../db/embedded/folder-kind.ts'
import { identityFor } from '../../../db/embedded/identity.ts'
import { acquireDataDir } from '../../../db/embedded/owner-lock.ts'
import { runningPostmaster } from '../../../db/embedded/postmaster.ts'
import { clusterOf, logFileOf } from '../../../db/embedded/site.ts'
import {
  ARCHIVED_TO,
  fetchCommand,
  ownArchive,
  ownerOfArchive,
} from '../../../db/embedded/wal-archive.ts'
import { makeKeys, type Keys } from '../../../lib/crypto.ts'
import {
  BackupError,
  checkDemo,
  checkSums,
  type Findings,
  inSnapshot,
  inWords,
  keepKey,
  namedFiles,
  openPatient,
  readSealed,
  readSums,
  storesOf,
  together,
  unlessMissing,
  verifyAll,
} from '../backup/index.ts'
import * as target from '../backup/index.ts'
import { declareRestored } from '../../platform/chain/index.ts'
import { baseManifest } from './base-manifest.ts'
import { ENDING, FILES } from './copy-cluster.ts'
import { momentForPostgres } from './moment.ts'
import { refuseDatabase, roomFor, type Plan } from './plan.service.ts'

/** The log of days may be replayed. */
const REPLAY_MS = 24 * 3_600_000
const NUMBERS = [
  'payment_number',
  'bank_file_number',
  'coupon_batch_number',
  'redemption_number',
  'enquiry_number',
  'member_code_number',
]
const NUMBERS_GIVEN_UP = 10_000

export type Into = {
  config: Config
  /** The master key in hexadecimal. */
  key: string
  /** A copy beside the database of the archive: it archives nothing, and gives up no head outside. */
  isCopy: boolean
}
export type Recovered = {
  findings: Findings
  /** The newest transaction that was replayed. */
  upTo: Date | null
  /** Files that rows name and that are not in the folders for files: the archive has none. */
  missing: string[]
}

/** Everything that can be seen before anything is done; throws BackupError in words. */
export async function checkTarget({ config, key, isCopy }: Into, plan: Plan): Promise<void> {
  const { manifest, dir } = plan.base
  const identity = await identityFor(clusterOf(config.DATA_DIR))
  const { major } = await findBinaries(identity)
  if (major !== manifest.major) {
    throw new BackupError(
      `The base backup is of PostgreSQL ${manifest.major}, and this version of the programme brings ${major}. Restore with the version that made it, ${manifest.version}.`,
    )
  }
  checkDemo(config, manifest)
  await readSealed(dir, makeKeys(Buffer.from(key, 'hex')), baseManifest)
  if (!isCopy) await refuseBesideOwner(config, plan.archive)
  const noRoom = await roomFor(config.DATA_DIR, plan.needed)
  if (noRoom !== null) throw new BackupError(noRoom)
}

/** The database that fills the archive now must be at rest, where another is to take its place. */
async function refuseBesideOwner({ DATA_DIR }: Config, archive: string): Promise<void> {
  const owner = await ownerOfArchive(archive)
  if (owner === null || (await runningPostmaster(clusterOf(owner.dataDir))) === null) return
  throw new BackupError(
    `The database in ${owner.dataDir} runs and archives its log to ${archive}. Stop its server, or restore a copy beside it by --into FOLDER${DATA_DIR === owner.dataDir ? '' : ` instead of into ${DATA_DIR}`}.`,
  )
}

const foldersOf = ({ DATA_DIR }: Config) => [
  clusterOf(DATA_DIR),
  logFileOf(DATA_DIR),
  path.join(DATA_DIR, OWN_PROGRAMME),
  path.join(DATA_DIR, ARCHIVED_TO),
]

/**
 * Puts the base backup into the data folder, lets PostgreSQL replay the log up to the moment, proves
 * what came of it, and says outside which heads are given up. What fails leaves nothing.
 */
export async function recover(into: Into, plan: Plan): Promise<Recovered> {
  const { config } = into
  const purpose = 'restore of the HIL Dashboard'
  const owner = await acquireDataDir(config.DATA_DIR, { purpose })
  try {
    const folders = foldersOf(config)
    await target.undoEarlier(config.DATA_DIR, folders)
    refuseDatabase(config, new Date())
    return await fill(into, plan, folders)
  } finally {
    owner.release()
  }
}

async function fill(into: Into, plan: Plan, folders: readonly string[]): Promise<Recovered> {
  const { config, key } = into
  const keys = makeKeys(Buffer.from(key, 'hex'))
  let stop = async () => {}
  let isWhole = false
  const owner = await ownerOfArchive(plan.archive)
  await target.markUnfinished(config.DATA_DIR, folders)
  try {
    await claimFolder(config)
    await unpack(config, plan, keys)
    if (config.MASTER_KEY === undefined) await keepKey(config, key)
    const replayed = await replay(into, plan)
    stop = replayed.stop
    const { db } = openDatabase(replayed.connection, { size: 2, onError: () => {} })
    try {
      const proved = await prove(db, keys, { ...plan, isCopy: into.isCopy })
      isWhole = true
      await target.markFinished(config.DATA_DIR)
      await declareRestored({ db, keys, config })
      return { ...proved, missing: await missingFiles(config, replayed.connection) }
    } finally {
      await db.destroy()
    }
  } catch (error) {
    await stop()
    stop = async () => {}
    if (!isWhole) {
      if (owner) await ownArchive(plan.archive, owner)
      await target.undo(config.DATA_DIR, folders)
    }
    throw inWords(error, 'restore', config.DATA_DIR)
  } finally {
    await stop()
  }
}

async function unpack({ DATA_DIR }: Config, { base }: Plan, keys: Keys): Promise<void> {
  const { dir } = base
  const manifest = await readSealed(dir, keys, baseManifest)
  const listed = await readSums(dir, manifest.sums)
  await checkSums(dir, listed)
  const cluster = clusterOf(DATA_DIR)
  await mkdir(cluster, { recursive: true, mode: 0o700 })
  for (const folder of manifest.folders) {
    await mkdir(path.join(cluster, folder), { recursive: true, mode: 0o700 })
  }
  await together(listed.values(), async ({ name }) => {
    const place = path.join(cluster, name.slice(FILES.length, -ENDING.length))
    const file = createWriteStream(place, { mode: 0o600, flush: true })
    await pipeline(createReadStream(path.join(dir, name)), createGunzip(), file)
  })
  const options = { mode: 0o600, flush: true }
  await writeFile(path.join(cluster, 'backup_label'), manifest.label, options)
  if (manifest.tablespaces !== '') {
    await writeFile(path.join(cluster, 'tablespace_map'), manifest.tablespaces, options)
  }
  await writeFile(path.join(cluster, 'recovery.signal'), '', options)
  await chmod(cluster, 0o700)
}

/** PostgreSQL replays the log up to the moment and begins a history of its own there. */
async function replay({ config, isCopy }: Into, { archive, to, timeline, base }: Plan) {
  if (!isCopy) {
    const dataDir = await realpath(config.DATA_DIR)
    await ownArchive(archive, { systemId: base.manifest.systemId, dataDir })
  }
  return await startEmbedded({
    ...embeddedBy(config),
    readyLimitMs: REPLAY_MS,
    settings: {
      restore_command: fetchCommand(archive),
      recovery_target_timeline: String(timeline),
      recovery_target_action: 'promote',
      // Nobody is to read what is not proved, and PostgreSQL counts as ready when all is replayed.
      hot_standby: 'off',
      ...(to && { recovery_target_time: momentForPostgres(to) }),
    },
  })
}

/** The invariants and the chain; then the audit trail says that history was taken back. */
export async function prove(
  db: Db,
  keys: Keys,
  { to, base, isCopy = false }: { to: Date | null; base?: Plan['base']; isCopy?: boolean },
): Promise<Pick<Recovered, 'findings' | 'upTo'>> {
  await checkServer(db)
  await checkMasterKey(db, keys)
  const after = {
    to: to?.toISOString() ?? 'latest',
    ...(base && { baseBackup: path.basename(base.dir) }),
  }
  return await transaction(db, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    const { rows } = await sql<{ at: Date | null }>`
      select pg_last_xact_replay_timestamp() as at`.execute(tx)
    const findings = await verifyAll(tx, keys, after)
    if (!isCopy) await jumpNumbers(tx)
    return { findings, upTo: rows[0]?.at ?? null }
  })
}

/** Numbers that the world knows from the time that is given up are not given a second time. */
async function jumpNumbers(tx: Tx): Promise<void> {
  for (const name of NUMBERS) {
    await sql`select setval(${name}::regclass, nextval(${name}::regclass) + ${NUMBERS_GIVEN_UP})`.execute(
      tx,
    )
  }
}

async function missingFiles(config: Config, connection: pg.ClientConfig): Promise<string[]> {
  const folders = new Map<string, string>(storesOf(config).map((one) => [one.name, one.folder]))
  if (folders.size === 0) return []
  const missing: string[] = []
  const client = await openPatient(connection)
  try {
    await inSnapshot(client, async () => {
      for await (const name of namedFiles(client)) {
        const [store = '', ...rest] = name.split('/')
        const file = path.join(folders.get(store) ?? '', ...rest)
        if ((await stat(file).catch(unlessMissing)) === null) missing.push(name)
      }
    })
    return missing
  } finally {
    await client.end().catch(() => {})
  }
}
