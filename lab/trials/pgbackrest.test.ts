import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approveAdjustment, requestAdjustment } from '../../contract/desk/users.ts'
import { openDatabase } from '../../server/db/database.ts'
import { migrate } from '../../server/db/migrate.ts'
import { publishHeads } from '../../server/features/platform/chain/chain.service.ts'
import { formatMoment } from '../../server/features/operations/recovery/moment.ts'
import {
  DEBIAN_15,
  startDebianPostgres,
  type DebianPostgres,
} from '../../server/test/debian-postgres.ts'
import { databaseUrl } from '../../server/test/harness.ts'
import { testServer, type TestServer } from '../../server/test/server.ts'
import { FULL } from '../../server/test/trust.ts'

// deploy/pgbackrest.conf itself, but for its paths, with Debian's pgbackrest over Debian's PostgreSQL 15.

const PGBACKREST = '/usr/bin/pgbackrest'
const IS_THERE = existsSync(PGBACKREST) && existsSync(DEBIAN_15)
const ROOT = path.join(import.meta.dirname, '../..')
const CONF = path.join(ROOT, 'deploy/pgbackrest.conf')

let folder: string
let postgres: DebianPostgres
let server: TestServer
let env: Record<string, string>

beforeAll(async () => {
  if (!IS_THERE) return
  folder = mkdtempSync('/tmp/hil-pgbackrest-')
  chmodSync(folder, 0o711)
  const conf = path.join(folder, 'pgbackrest.conf')
  postgres = startDebianPostgres(DEBIAN_15, {
    archive_mode: 'on',
    archive_command: `pgbackrest --config=${conf} --stanza=hil archive-push %p`,
    archive_timeout: '1',
  })
  const { host, port, user } = postgres.connection
  const text = readFileSync(CONF, 'utf8')
    .replace('/var/lib/pgbackrest', path.join(folder, 'repository'))
    .replace('/var/log/pgbackrest', path.join(folder, 'log'))
    .replace('/var/lib/postgresql/15/main', postgres.data)
    .replace('/var/run/postgresql', host)
    .replace('pg1-port=5432', `pg1-port=${port}`)
    .replace('pg1-user=postgres', `pg1-user=${user}\npg1-database=postgres`)
    .replace('log-path=', `lock-path=${folder}/lock\nspool-path=${folder}/spool\nlog-path=`)
  writeFileSync(conf, text)
  for (const name of ['repository', 'log', 'lock', 'spool']) {
    const made = path.join(folder, name)
    mkdirSync(made)
    if (postgres.account) chownSync(made, postgres.account.uid, postgres.account.gid)
  }
  await postgres.createDatabaseIfMissing('hil')
  const connection = { ...postgres.connection, database: 'hil' }
  env = {
    DATABASE_URL: databaseUrl(connection),
    DATA_DIR: path.join(folder, 'data'),
    HEADS_DIR: path.join(folder, 'heads'),
    MASTER_KEY: 'cd'.repeat(32),
    PGBACKREST_CONFIG: conf,
  }
  pgBackRest('stanza-create')
  pgBackRest('check')
  const { db } = openDatabase(connection, { size: 5, onError: () => {} })
  await migrate(db)
  server = await testServer(
    { ...env, ROLE: 'web' },
    { database: { connection, db, drop: () => db.destroy() } },
  )
}, 120_000)
afterAll(async () => {
  await postgres?.stop()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

/** As the account of the database, as the file says. */
function pgBackRest(...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(PGBACKREST, ['--stanza=hil', ...args], {
    ...postgres.account,
    cwd: '/',
    encoding: 'utf8',
    env: { PATH: process.env.PATH, PGBACKREST_CONFIG: env.PGBACKREST_CONFIG },
  })
  if (status !== 0) throw new Error(`pgbackrest ${args.join(' ')}: ${stdout}${stderr}`)
}

function command(name: string, args: string[]) {
  const child = spawn(process.execPath, [`server/cli/${name}.ts`, ...args], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stdout.on('data', (piece: Buffer) => (said += piece.toString()))
  child.stderr.on('data', (piece: Buffer) => (said += piece.toString()))
  const ended = once(child, 'close').then(([code]) => ({ code: Number(code), said }))
  return { ended, said: () => said }
}

const adjustmentsIn = async ({ db }: Pick<TestServer, 'db'>): Promise<string[]> => {
  const rows = await db.selectFrom('points_adjustment').select('adjustment_id').execute()
  return rows.map((row) => row.adjustment_id).toSorted()
}

/** Where a program is missing the long form fails, the small one leaves this out. */
describe.skipIf(!IS_THERE && !FULL)('pgBackRest', { timeout: 240_000 }, () => {
  test('takes a PostgreSQL of one’s own back to a second, by one command', async () => {
    const [maker, checker] = [await server.staff('cs'), await server.staff('admin')]
    const { memberId } = await server.member()
    const act = async () => {
      const asked = await server.call(requestAdjustment, {
        token: maker.token,
        params: { memberId },
        body: { idempotencyKey: crypto.randomUUID(), points: 5, reason: 'Damaged coupons' },
      })
      const { adjustmentId } = asked.body
      const params = { adjustmentId }
      const done = await server.call(approveAdjustment, { token: checker.token, params, body: {} })
      expect(done.status).toBe(200)
      return adjustmentId
    }
    const before = [await act()]
    pgBackRest('--type=full', 'backup')
    // pgBackRest knows when a backup ended to the second.
    await pause(1_100)
    before.push(await act(), await act())
    await publishHeads(server.context)
    const to = new Date(Math.ceil(Date.now() / 1000) * 1000)
    await pause(to.getTime() - Date.now() + 50)
    const after = [await act(), await act()]
    await publishHeads(server.context)
    await archived()
    expect(await adjustmentsIn(server)).toEqual([...before, ...after].toSorted())

    const wish = ['--to', formatMoment(to), '--pgbackrest', 'hil', '--yes']
    expect((await command('restore', wish).ended).said).toMatch(/^PostgreSQL runs\. Stop/)
    await server.stop()
    postgres.halt()
    for (const name of readdirSync(postgres.data)) {
      rmSync(path.join(postgres.data, name), { recursive: true })
    }
    const restoring = command('restore', wish)
    let isOver = false
    void restoring.ended.then(() => (isOver = true))
    while (!isOver && !restoring.said().includes('Start PostgreSQL now')) await pause(50)
    expect(restoring.said()).toContain(`The database as it was on ${formatMoment(to)} is restored`)
    postgres.resume()
    const { code, said } = await restoring.ended
    expect(said).toContain('Every invariant holds and the audit trail is whole.')
    expect(code).toBe(0)
    const connection = { ...postgres.connection, database: 'hil' }
    const { db } = openDatabase(connection, { size: 1, onError: () => {} })
    expect(await adjustmentsIn({ db })).toEqual(before.toSorted())
    await db.destroy()
    const verified = await command('verify', []).ended
    expect(verified).toEqual({ code: 0, said: expect.stringMatching(/^History was taken back on/) })
  })
})

/** Everything that happens is in the repository when this is over. */
async function archived(): Promise<void> {
  const { rows } = await sql<{ piece: string }>`
    select pg_walfile_name(pg_switch_wal()) as piece`.execute(server.db)
  const piece = rows[0]?.piece ?? ''
  for (;;) {
    const { rows: last } = await sql<{ piece: string | null }>`
      select last_archived_wal as piece from pg_stat_archiver`.execute(server.db)
    if ((last[0]?.piece ?? '') >= piece) return
    await pause(100)
  }
}
