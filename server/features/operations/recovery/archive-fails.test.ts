import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { chmod, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { myNotices } from '../../../../contract/platform/notices.ts'
import { embeddedBy, readConfig } from '../../../config.ts'
import { openDatabase } from '../../../db/database.ts'
import { startEmbedded, type EmbeddedCluster } from '../../../db/embedded/cluster.ts'
import { ARCHIVED_TO, walOf } from '../../../db/embedded/wal-archive.ts'
import { migrate } from '../../../db/migrate.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { readArchiveState } from '../../platform/metrics/metrics.service.ts'
import { watchArchive } from './archive-watch.service.ts'
import { prune, takeBaseBackup } from './base-backup.service.ts'
import { listBases } from './base-manifest.ts'
import { planRestore } from './plan.service.ts'
import { listWal, SEGMENT_BYTES, segmentName, walFile } from './segments.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'hil-archive-'))
chmodSync(folder, 0o711)
const env = {
  DEMO: 'no',
  DATA_DIR: path.join(folder, 'data'),
  WAL_ARCHIVE_DIR: path.join(folder, 'archive'),
  WAL_ARCHIVE_SECONDS: '1',
  HEADS_DIR: path.join(folder, 'heads'),
  MASTER_KEY: 'ab'.repeat(32),
}
const archive = env.WAL_ARCHIVE_DIR
const logged: string[] = []

let database: EmbeddedCluster
let server: TestServer

beforeAll(async () => {
  database = await startEmbedded(embeddedBy(readConfig(env)))
  const { db } = openDatabase(database.connection, { size: 5, onError: () => {} })
  await migrate(db)
  server = await testServer(
    { ...env, ROLE: 'web', LOG_LEVEL: 'error' },
    {
      database: { connection: database.connection, db, drop: () => db.destroy() },
      logTo: { write: (line) => void logged.push(line) },
    },
  )
}, 120_000)
afterAll(async () => {
  await close()
  if (mayMount) await unmount()
  rmSync(folder, { recursive: true, force: true })
})

let isOpen = true
async function close(): Promise<void> {
  if (!isOpen) return
  isOpen = false
  await server?.stop()
  await database?.stop()
}

const switchLog = () => sql`select pg_switch_wal()`.execute(server.db)

async function until(isFailing: boolean): Promise<void> {
  while ((await readArchiveState(server.db))?.isFailing !== isFailing) {
    // Something to archive.
    await sql`select pg_logical_emit_message(true, 'test', 'x')`.execute(server.db)
    await switchLog()
    await pause(200)
  }
}

const metric = async (name: string) => {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}
const failing = async () => (await metric('hil_wal_archive_failing')) === 1

const away = `${walOf(archive)}.away`
const ways = [
  {
    way: 'is not mounted any more',
    hurt: () => rename(walOf(archive), away),
    mend: () => rename(away, walOf(archive)),
  },
  {
    way: 'cannot be written',
    hurt: () => chmod(walOf(archive), 0o500),
    mend: () => chmod(walOf(archive), 0o700),
  },
]
const mount = (...options: string[]) => spawnSync('mount', options).status === 0
const unmount = async () => void spawnSync('umount', ['--lazy', walOf(archive)])
/** Where root may mount a disk that is smaller than a piece of the log. */
const full = {
  way: 'is full',
  hurt: async () => {
    const disk = ['-t', 'tmpfs', '-o', 'size=8k,mode=0777', 'tmpfs']
    if (!mount(...disk, walOf(archive))) throw new Error('The small disk is not mounted.')
  },
  mend: unmount,
}
const mayMount =
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0

test.each(mayMount ? [...ways, full] : ways)(
  'an archive that $way is told to who can mend it, once, and the product goes on; then it catches up',
  { timeout: 150_000 },
  async ({ hurt, mend }) => {
    logged.length = 0
    const admin = await server.staff('admin')
    const toldTo = async () =>
      (await server.call(myNotices, { token: admin.token })).body.items.map(({ words }) => words)
    await until(false)
    await watchArchive(server.context)
    expect([await toldTo(), logged]).toEqual([[], []])
    await hurt()
    await until(true)
    await watchArchive(server.context)
    await watchArchive(server.context)
    expect(await toldTo()).toEqual([
      expect.stringMatching(/^The database’s log has not been archived since \d{4}-.* fills the/),
    ])
    expect(logged.filter((line) => line.includes('cannot archive its log'))).toHaveLength(2)
    // What is told is some seconds old.
    await expect.poll(failing, { timeout: 20_000 }).toBe(true)
    expect(await metric('hil_wal_archive_failures')).toBeGreaterThan(0)
    const archivedAt = await metric('hil_wal_archived_timestamp_seconds')
    expect(archivedAt).toBeGreaterThan(Date.now() / 1000 - 150)
    expect((await server.staff('cs')).staffId).toBeGreaterThan(0)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    await mend()
    await until(false)
    await watchArchive(server.context)
    expect((await toldTo())[0]).toBe('The database’s log is archived again.')
    expect((await toldTo()).length).toBe(2)
    const later = async () => (await metric('hil_wal_archived_timestamp_seconds')) > archivedAt
    await expect.poll(later, { timeout: 20_000 }).toBe(true)
    // Nothing of the time between is missing.
    const numbers = (await listWal(archive)).segments.map(({ number }) => number)
    expect(Math.max(...numbers) - Math.min(...numbers)).toBe(numbers.length - 1)
  },
)

test('of base backups so many are kept as is wished, and the log that none of them needs is deleted', async () => {
  for (let made = 0; made < 3; made++) await takeBaseBackup(server.context)
  const [oldest, ...others] = await listBases(archive)
  expect(others).toHaveLength(2)
  const { deleted, deletedPieces } = await prune(archive, 2)
  expect(deleted).toEqual([path.basename(oldest?.dir ?? '')])
  expect(deletedPieces).toBeGreaterThan(0)
  const left = Math.min(...(await listWal(archive)).segments.map(({ number }) => number))
  expect(left).toBe(others[0]?.manifest.first)
  expect(await prune(archive, 2)).toEqual({ deleted: [], deletedPieces: 0 })
}, 120_000)

test('how far a restore can go is known before anything is done', { timeout: 60_000 }, async () => {
  const plan = (to: Date | null) => planRestore({ archive, to, timeline: null })
  const [oldest, newest] = await listBases(archive)
  const early = new Date(Date.parse(oldest?.manifest.until ?? '') - 1000)
  await expect(plan(early)).rejects.toThrow(/^The oldest base backup is of .*: no earlier moment/)
  const future = new Date(Date.now() + 3_600_000)
  for (let turn = 0; turn < 3; turn++) {
    await sql`select pg_logical_emit_message(true, 'test', 'x')`.execute(server.db)
    await pause(600)
  }
  await switchLog()
  while ((await plan(null)).reach === null) await pause(200)
  const late = plan(future)
  await expect(late).rejects.toThrow(
    /goes up to \d{4}-\d\d-\d\d \d\d:\d\d:\d\d IST\. Name a moment/,
  )
  const all = await plan(null)
  expect(all.base.dir).toBe(newest?.dir)
  // The moment that is told as the end can be reached.
  const reach = new Date(Math.ceil((all.reach?.getTime() ?? 0) / 1000) * 1000 - 1000)
  expect(reach > new Date(oldest?.manifest.until ?? '')).toBe(true)
  expect((await plan(reach)).pieces).toBeGreaterThan(0)
  const piece = walFile(archive, segmentName({ timeline: 1, number: all.base.manifest.first }))
  const content = readFileSync(piece)
  await writeFile(piece, content.subarray(0, content.length - 9))
  await expect(plan(null)).rejects.toThrow(/^The piece [0-9A-F]{24} of the log in .* is damaged/)
  // Whole as an archive, and half of the piece.
  await writeFile(piece, gzipSync(gunzipSync(content).subarray(0, SEGMENT_BYTES / 2)))
  await expect(plan(null)).rejects.toThrow(/^The piece [0-9A-F]{24} of the log in .* is damaged/)
  await rm(piece)
  await expect(plan(null)).rejects.toThrow(/^The log that the base backup of .* needs is not whole/)
  await writeFile(piece, content)
  // PostgreSQL has archived more meanwhile.
  expect((await plan(null)).pieces).toBeGreaterThanOrEqual(all.pieces)
  const none = planRestore({ archive: path.join(folder, 'none'), to: null, timeline: null })
  await expect(none).rejects.toThrow(/is not there: this is no archive of the log/)
})

test('a database starts with its own archive only, and an archive takes the log of one database', async () => {
  await close()
  const { dir } = JSON.parse(readFileSync(path.join(env.DATA_DIR, ARCHIVED_TO), 'utf8'))
  expect(dir).toBe(archive)
  const alone = { dataDir: env.DATA_DIR }
  await expect(startEmbedded(alone)).rejects.toThrow(/^The log of the database .* is archived to/)
  const other = { dataDir: path.join(folder, 'other'), archive: { dir: archive, seconds: 1 } }
  await expect(startEmbedded(other)).rejects.toThrow(/has the log of another database/)
  expect(existsSync(path.join(folder, 'other', 'postgres', 'postmaster.pid'))).toBe(false)
}, 120_000)
