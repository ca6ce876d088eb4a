import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approveAdjustment, requestAdjustment } from '../../../../contract/desk/users.ts'
import { embeddedBy, readConfig } from '../../../config.ts'
import { openDatabase } from '../../../db/database.ts'
import { startEmbedded, type EmbeddedCluster } from '../../../db/embedded/cluster.ts'
import { claimFolder } from '../../../db/embedded/folder-kind.ts'
import { UNFINISHED_RESTORE } from '../../../db/embedded/half-restored.ts'
import { runningPostmaster } from '../../../db/embedded/postmaster.ts'
import { clusterOf } from '../../../db/embedded/site.ts'
import { migrate } from '../../../db/migrate.ts'
import { freePort, launch } from '../../../test/launch.ts'
import { playProgramme, type PlayedProgramme } from '../../../test/played-programme.ts'
import { callsTo, testServer, type TestServer } from '../../../test/server.ts'
import { publishHeads } from '../../platform/chain/chain.service.ts'
import { takeBaseBackup } from './base-backup.service.ts'
import { listBases } from './base-manifest.ts'
import { formatMoment } from './moment.ts'
import { planRestore } from './plan.service.ts'
import { listWal, segmentName, walFile } from './segments.ts'

// The whole product on an embedded database that archives its log: work, a copy of the files in the middle of it,
// more work, the data folder lost, and a second between two pieces of work come back by the command.

const ROOT = path.join(import.meta.dirname, '../../../..')
// In a minute where the machine is its own.
const LIMIT_MS = 600_000

const folder = mkdtempSync(path.join(tmpdir(), 'hil-recovery-'))
chmodSync(folder, 0o711)
const env = {
  DEMO: 'no',
  DATA_DIR: path.join(folder, 'data'),
  WAL_ARCHIVE_DIR: path.join(folder, 'archive'),
  WAL_ARCHIVE_SECONDS: '1',
  BASE_BACKUPS: '2',
  HEADS_DIR: path.join(folder, 'heads'),
  MASTER_KEY: 'ab'.repeat(32),
}
const archive = env.WAL_ARCHIVE_DIR
const cluster = clusterOf(env.DATA_DIR)

type Acts = { ids: string[]; token: string; secondToken: string }
let database: EmbeddedCluster
let server: TestServer
let played: PlayedProgramme
let acts: Acts
const children: ChildProcess[] = []

beforeAll(async () => {
  await open()
  played = await playProgramme(server, 2)
  const [maker, checker] = [await server.staff('cs'), await server.staff('admin')]
  acts = { ids: [], token: maker.token, secondToken: checker.token }
}, LIMIT_MS)
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const name of ['data', 'copy']) {
    const left = await runningPostmaster(clusterOf(path.join(folder, name)))
    if (left !== null) process.kill(left.pid, 'SIGQUIT')
  }
  rmSync(folder, { recursive: true, force: true })
})

async function open(): Promise<void> {
  const config = readConfig(env)
  await claimFolder(config)
  database = await startEmbedded(embeddedBy(config))
  const { db } = openDatabase(database.connection, { size: 10, onError: () => {} })
  await migrate(db)
  server = await testServer(
    { ...env, ROLE: 'web' },
    { database: { connection: database.connection, db, drop: () => db.destroy() } },
  )
}

/** Points that one asks for and another approves: gives the id once both were acknowledged. */
async function act({ call }: Pick<TestServer, 'call'> = server): Promise<string> {
  const [player] = played.players
  const asked = await call(requestAdjustment, {
    token: acts.token,
    params: { memberId: player?.memberId ?? 0 },
    body: { idempotencyKey: crypto.randomUUID(), points: 5, reason: 'Damaged coupons in a pack' },
  })
  expect(asked.status).toBe(200)
  const { adjustmentId } = asked.body
  const params = { adjustmentId }
  const approved = await call(approveAdjustment, { token: acts.secondToken, params, body: {} })
  expect(approved.status).toBe(200)
  return adjustmentId
}

/** Everything that happens is in the archive when this is over. */
async function archived(): Promise<void> {
  const { rows } = await sql<{ piece: string }>`
    select pg_walfile_name(pg_switch_wal()) as piece`.execute(server.db)
  const piece = walFile(archive, rows[0]?.piece ?? '')
  while (!existsSync(piece)) await pause(50)
}

function start(name: string, args: string[], more: Record<string, string> = {}) {
  const child = spawn(process.execPath, [`server/${name}.ts`, ...args], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      TMPDIR: process.env.TMPDIR,
      NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
      LOG_LEVEL: 'error',
      ...env,
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let said = ''
  child.stdout.on('data', (piece: Buffer) => (said += piece.toString()))
  child.stderr.on('data', (piece: Buffer) => (said += piece.toString()))
  const ended = once(child, 'close').then(([code]) => ({ code: Number(code), said }))
  return { child, ended }
}
const command = (name: string, args: string[] = [], more = {}) =>
  start(`cli/${name}`, args, more).ended

async function adjustmentsIn(dataDir: string): Promise<string[]> {
  const config = readConfig({ ...env, DATA_DIR: dataDir })
  const isCopy = dataDir !== env.DATA_DIR
  const opened = await startEmbedded({
    ...embeddedBy(config),
    ...(isCopy && { archive: null }),
  })
  const { db } = openDatabase(opened.connection, { size: 1, onError: () => {} })
  const rows = await db
    .selectFrom('points_adjustment')
    .select('adjustment_id')
    .where('state', '=', 'approved')
    .execute()
  await db.destroy()
  await opened.stop()
  return rows.map((row) => row.adjustment_id).toSorted()
}

const secondAfter = (at: number) => new Date(Math.ceil(at / 1000) * 1000)

test(
  'a second between two acknowledged works comes back from the archive alone, proved and told outside',
  async () => {
    const before: string[] = [await act()]
    let isCopying = true
    const copy = takeBaseBackup(server.context).finally(() => (isCopying = false))
    while (isCopying) before.push(await act())
    const base = await copy
    before.push(await act(), await act())
    await publishHeads(server.context)
    // So that this piece of the log has others behind it: without it there is a hole, and not an end.
    await archived()
    const to = secondAfter(Date.now())
    await pause(to.getTime() - Date.now() + 50)
    const after = [await act(), await act()]
    const givenUp = secondAfter(Date.now())
    await publishHeads(server.context)
    await archived()
    await server.stop()
    const running = await runningPostmaster(cluster)
    process.kill(running?.pid ?? 0, 'SIGQUIT')
    while ((await runningPostmaster(cluster)) !== null) await pause(20)
    rmSync(env.DATA_DIR, { recursive: true, force: true })

    const wish = ['--to', formatMoment(to)]
    const asked = await command('restore', wish)
    expect(asked.said).toContain(`The database as it was on ${formatMoment(to)} is restored`)
    expect(asked.said).toContain(
      `the base backup of ${formatMoment(new Date(base.manifest.until))}`,
    )
    expect(asked.said).toMatch(/There is no terminal to ask at/)
    expect([asked.code, existsSync(cluster)]).toEqual([2, false])

    const killed = start('cli/restore', [...wish, '--yes'])
    while (!existsSync(path.join(env.DATA_DIR, UNFINISHED_RESTORE))) await pause(2)
    killed.child.kill('SIGKILL')
    await killed.ended
    const refused = await start('main', []).ended
    expect(refused.said).toMatch(/^A restore into .* was cut off/)

    const restored = await command('restore', [...wish, '--yes'])
    expect(restored.said).toContain('Every invariant holds and the audit trail is whole.')
    expect(restored.code).toBe(0)
    expect(await adjustmentsIn(env.DATA_DIR)).toEqual(before.toSorted())
    expect(after.every((id) => !before.includes(id))).toBe(true)

    const verified = await command('verify')
    expect(verified.said).toMatch(/^History was taken back on .*: heads \d+ to \d+ outside were/)
    expect([verified.code, verified.said.split('\n').length]).toEqual([0, 2])
    expect((await command('restore', [...wish, '--yes'])).said).toMatch(/^There is a database in/)
    await worksOn()
    await otherHistories({ givenUp, before, after })
  },
  LIMIT_MS,
)

/** The product starts, takes a base backup of the new history by itself, and works. */
async function worksOn(): Promise<void> {
  const launched = await launch(
    { context: { connection: {}, config: env } } as never,
    await freePort(),
    { ...env, DATABASE_URL: '', ROLE: 'all' },
  )
  await act(callsTo(launched.url))
  while ((await listBases(archive)).at(-1)?.manifest.timeline !== 2) await pause(100)
  expect(await launched.stop()).toBe(0)
  expect((await command('verify')).code).toBe(0)
}

/** What was given up can be looked at; a hole in the log is told before anything is done. */
async function otherHistories(was: {
  givenUp: Date
  before: string[]
  after: string[]
}): Promise<void> {
  const into = ['--into', path.join(folder, 'copy'), '--yes']
  const refused = await command('restore', ['--to', formatMoment(was.givenUp), ...into])
  expect([refused.code, refused.said]).toEqual([
    2,
    expect.stringMatching(/was given up by a restore/),
  ])
  const copied = await command('restore', ['--to', 'latest', '--timeline', '1', ...into])
  expect(`${copied.code} ${copied.said}`).toMatch(/^0 [^]*Every invariant holds/)
  expect(await adjustmentsIn(path.join(folder, 'copy'))).toEqual(
    [...was.before, ...was.after].toSorted(),
  )
  rmSync(path.join(folder, 'copy'), { recursive: true, force: true })

  const [base, ofNow] = await listBases(archive)
  // Just after the first base backup of the new history, in which nothing was given up.
  const soon = new Date(Date.parse(ofNow?.manifest.until ?? '') + 1)
  const plan = await planRestore({ archive, to: soon, timeline: null })
  expect([plan.timeline, plan.base.dir]).toEqual([2, ofNow?.dir])
  const numbers = (await listWal(archive)).segments.filter(({ timeline }) => timeline === 1)
  const hole = numbers.find(({ number }) => number === (base?.manifest.last ?? 0) + 1)
  expect(hole).toBeDefined()
  const file = walFile(archive, segmentName(hole ?? { timeline: 1, number: 0 }))
  renameSync(file, `${file}.away`)
  const stopped = await command('restore', ['--to', 'latest', '--timeline', '1', ...into])
  expect([stopped.code, stopped.said]).toEqual([
    2,
    expect.stringMatching(
      /The piece [0-9A-F]{24} of the log is not in .*, so history can be restored up to \d{4}-\d\d-\d\d \d\d:\d\d:\d\d IST and no later/,
    ),
  ])
  expect(existsSync(path.join(folder, 'copy'))).toBe(false)
  renameSync(`${file}.away`, file)
}
