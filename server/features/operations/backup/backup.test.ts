import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { appendFile, cp, mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { login } from '../../../../contract/platform/session.ts'
import { openDatabase } from '../../../db/database.ts'
import { refuseHalfRestored } from '../../../db/embedded/half-restored.ts'
import { hashPassword } from '../../../lib/password.ts'
import { makeLog } from '../../../log.ts'
import { startServer } from '../../../server.ts'
import { databaseUrl } from '../../../test/harness.ts'
import { playProgramme } from '../../../test/played-programme.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { ask, payee, requested } from '../../money/redemptions/test-support.ts'
import { MANIFEST, SEAL, SUMS } from './manifest.ts'
import { restore } from './restore.service.ts'
import { foldersOf, markUnfinished } from './target.ts'
import { backUpTo, emptyTarget, folder, keyOf, rowsOf, tablesIn } from './test-support.ts'

const PASSWORD = 'kept-through-a-restore'

let server: TestServer
/** A backup of the server at rest. */
let made = ''
let email = ''
const picture = `${randomBytes(16).toString('hex')}-1-10.webp`

beforeAll(async () => {
  server = await testServer({ REDEMPTION_DAY_LIMIT_COUNT: '1000000' })
  await playProgramme(server, 4)
  const { staffId } = await server.staff('cs')
  email = 'kept@test.example'
  const password_hash = await hashPassword(PASSWORD)
  await server.db
    .updateTable('staff')
    .set({ email, password_hash })
    .where('staff_id', '=', staffId)
    .execute()
  await mkdir(server.context.config.MEDIA_DIR, { recursive: true })
  await writeFile(path.join(server.context.config.MEDIA_DIR, picture), randomBytes(3000))
  await server.db
    .insertInto('media')
    .values({
      kind: 'image',
      title: 'A picture',
      width: 10,
      height: 10,
      bytes: 3000,
      duration_ms: null,
      files: JSON.stringify({
        pages: [[{ name: picture, width: 10, height: 10, bytes: 3000 }]],
        video: null,
      }),
      added_by: staffId,
      added_at: new Date(),
      replaced_at: null,
    })
    .execute()
  made = path.join(server.context.config.DATA_DIR, 'backups', 'at-rest')
  await backUpTo(server, made)
}, 180_000)
afterAll(() => server?.stop())

const linesOf = async (dir: string, but: RegExp) =>
  (await readFile(path.join(dir, SUMS), 'utf8'))
    .split('\n')
    .filter((line) => !but.test(line))
    .toSorted()

test('what is restored is, byte for byte, what was backed up; its own row in the audit trail and a link are added', async () => {
  const { config, connection } = await emptyTarget(server)
  const { findings, manifest } = await restore(config, made)
  expect(findings).toEqual([])
  expect(manifest.files.missing).toEqual([])
  expect(manifest.files.count).toBeGreaterThan(0)
  const { db } = openDatabase(connection, { size: 2, onError: () => {} })
  const again = path.join(folder(), 'again')
  await backUpTo({ context: { ...server.context, config, connection, db } }, again)
  await db.destroy()
  const ofTrail = /public\.(audit(_head)?|chain_link)\.copy/
  expect(await linesOf(again, ofTrail)).toEqual(await linesOf(made, ofTrail))
  const shape = (at: typeof connection) =>
    rowsOf(
      at,
      `select 'constraint' as what, conrelid::regclass::text || conname || pg_get_constraintdef(oid) as it
         from pg_constraint where connamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
       union all select 'index', pg_get_indexdef(indexrelid) from pg_index
         where indrelid::regclass::text not like 'pg\\_%'
       union all select 'trigger', pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal
       union all select 'number', schemaname::text || sequencename || coalesce(last_value, 0) from pg_sequences
         where schemaname = 'public'
       order by 1, 2`,
    )
  const without = (rows: { it: string }[]) => rows.filter(({ it }) => !it.includes('queue_stats'))
  expect(without(await shape(connection))).toEqual(without(await shape(server.context.connection)))
}, 180_000)

test('a backup while members redeem holds one moment of it, and people sign in where it is restored', async () => {
  const members = await Promise.all([1, 2, 3].map(() => payee(server, { points: 100_000 })))
  const before = await requested(server, members[0] ?? { token: '' })
  let busy = true
  let asked = 0
  const load = members.map(async (member) => {
    while (busy) {
      const { status } = await ask(server, member, { points: 100 })
      if (status === 200) asked++
    }
  })
  const dir = path.join(folder(), 'under-load')
  const { manifest } = await backUpTo(server, dir).finally(() => (busy = false))
  await Promise.all(load)
  expect(asked).toBeGreaterThan(0)
  const target = await emptyTarget(server)
  // Members of a test come by a shorter way than KYC's; nothing else may be wrong.
  const { findings } = await restore(target.config, dir)
  expect(findings.filter((name) => !name.includes('KYC'))).toEqual([])
  const kept = await rowsOf(
    target.connection,
    `select count(*)::int as all, count(*) filter (where redemption_id = '${before.redemptionId}')::int
       as known from redemption`,
  )
  const redemptions = manifest.tables.find(({ name }) => name === 'redemption')
  expect(kept).toEqual([{ all: redemptions?.rows, known: 1 }])
  const there = await startServer(target.config, target.connection, { log: makeLog(target.config) })
  try {
    const answer = await fetch(`${there.url}${login.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD }),
    })
    expect(answer.status).toBe(200)
    const store = path.join(target.config.MEDIA_DIR, picture)
    const source = path.join(server.context.config.MEDIA_DIR, picture)
    expect(await readFile(store)).toEqual(await readFile(source))
  } finally {
    await there.stop()
  }
}, 180_000)

/** What may happen to a backup, and how the refusal begins. */
const HURTS: Record<string, { hurt: (dir: string) => Promise<void>; words: RegExp }> = {
  'a file that was cut off': {
    hurt: (dir) => truncate(path.join(dir, 'data/public.scan.copy.gz'), 100),
    words: /^data\/public\.scan\.copy\.gz of the backup in .* is damaged/,
  },
  'a byte that was changed': {
    hurt: async (dir) => {
      const file = path.join(dir, 'files/media', picture)
      const bytes = await readFile(file)
      bytes.writeUInt8((bytes.at(-1) ?? 0) ^ 1, bytes.length - 1)
      await writeFile(file, bytes)
    },
    words: /^files\/media\/.*\.webp of the backup in .* is damaged/,
  },
  'a file that is missing': {
    hurt: (dir) => rm(path.join(dir, 'data/public.transfer.copy.gz')),
    words: /^data\/public\.transfer\.copy\.gz of the backup in .* is missing/,
  },
  'a checksum that was made to fit': {
    hurt: (dir) => appendFile(path.join(dir, SUMS), `${'0'.repeat(64)}  data/extra\n`),
    words: /^SHA256SUMS of the backup in .* is damaged/,
  },
  'a manifest that was changed': {
    hurt: async (dir) => {
      const file = path.join(dir, MANIFEST)
      await writeFile(file, (await readFile(file, 'utf8')).replace('"demo": false', '"demo": true'))
    },
    words: /^manifest\.json or SEAL of the backup in .* is damaged/,
  },
  'a manifest that was cut off': {
    hurt: (dir) => truncate(path.join(dir, MANIFEST), 500),
    words: /^manifest\.json of the backup in .* is damaged/,
  },
  'a seal that is missing': {
    hurt: (dir) => rm(path.join(dir, SEAL)),
    words: /is not a whole backup: SEAL cannot be read/,
  },
  'a manifest of something else': {
    hurt: (dir) => writeFile(path.join(dir, MANIFEST), '{"product":"another"}'),
    words: /is not that of a backup of this product/,
  },
}

test('a backup that is damaged, cut or foreign is refused by the name of what is wrong, and nothing is there', async () => {
  const { config, connection } = await emptyTarget(server)
  for (const [what, { hurt, words }] of Object.entries(HURTS)) {
    const dir = path.join(folder(), 'hurt')
    await cp(made, dir, { recursive: true })
    await hurt(dir)
    await expect(restore(config, dir), what).rejects.toThrow(words)
  }
  const other = { ...config, MASTER_KEY: 'ab'.repeat(32) }
  await expect(restore(other, made)).rejects.toThrow(/made under another master key/)
  await expect(restore({ ...config, MASTER_KEY: undefined }, made)).rejects.toThrow(
    /^The master key is needed and is not in the backup/,
  )
  const asDemo = { ...config, DATABASE_URL: undefined, demo: true }
  await expect(restore(asDemo, made)).rejects.toThrow(/^This backup is not of the demo/)
  expect(await tablesIn(connection)).toEqual([])
  expect(existsSync(config.DATA_DIR)).toBe(false)
})

test('nothing is written over: not a database with tables, not a folder with files, not another backup', async () => {
  const { config, connection } = await emptyTarget(server)
  const own = { ...config, DATABASE_URL: databaseUrl(server.context.connection) }
  await expect(restore(own, made)).rejects.toThrow(/^The database is not empty/)
  await mkdir(config.MEDIA_DIR, { recursive: true })
  await writeFile(path.join(config.MEDIA_DIR, 'mine.txt'), 'mine')
  await expect(restore(config, made)).rejects.toThrow(/media is not empty \(mine\.txt\)/)
  expect(await readdir(config.MEDIA_DIR)).toEqual(['mine.txt'])
  expect(await tablesIn(connection)).toEqual([])
  await expect(backUpTo(server, made)).rejects.toThrow(/at-rest is not empty/)
  const inside = path.join(server.context.config.MEDIA_DIR, 'backup')
  await expect(backUpTo(server, inside)).rejects.toThrow(/which is backed up/)
})

test('what a restore that was cut off has left stops every start, and the next restore clears it', async () => {
  const { config, connection } = await emptyTarget(server)
  await markUnfinished(config.DATA_DIR, foldersOf(config))
  await mkdir(config.MEDIA_DIR)
  await writeFile(path.join(config.MEDIA_DIR, 'half.webp'), 'half')
  expect(() => refuseHalfRestored(config.DATA_DIR)).toThrow(
    /was cut off\. Run npm run restore again/,
  )
  await restore(config, made)
  expect(await readdir(config.MEDIA_DIR)).toEqual([picture])
  expect(() => refuseHalfRestored(config.DATA_DIR)).not.toThrow()
  expect(await tablesIn(connection)).not.toEqual([])
}, 120_000)

test('one that was cut off while it wrote its mark began nothing, and is in nobody’s way', async () => {
  const { config } = await emptyTarget(server)
  await mkdir(config.DATA_DIR, { recursive: true })
  await writeFile(path.join(config.DATA_DIR, 'restore.unfinished.draft'), '["/half')
  expect(() => refuseHalfRestored(config.DATA_DIR)).not.toThrow()
  await restore(config, made)
  expect(await readdir(config.DATA_DIR)).not.toContain('restore.unfinished.draft')
}, 120_000)

test('a failure in the middle leaves an empty database and empty folders', async () => {
  const dir = path.join(folder(), 'newer')
  const { config, connection } = await emptyTarget(server)
  // Rows that break a foreign key came in behind the programme's back, and were backed up with the rest.
  await rowsOf(
    server.context.connection,
    'alter table batch_event drop constraint batch_event_staff_id_fkey',
  )
  try {
    await rowsOf(
      server.context.connection,
      `insert into batch_event (batch_id, at, staff_id, action)
       select batch_id, now(), 987654, 'note' from coupon_batch limit 1`,
    )
    await backUpTo(server, dir)
  } finally {
    await rowsOf(
      server.context.connection,
      `alter table batch_event disable trigger user; delete from batch_event where staff_id = 987654;
       alter table batch_event enable trigger user;
       alter table batch_event add constraint batch_event_staff_id_fkey
         foreign key (staff_id) references staff`,
    )
  }
  await expect(restore(config, dir)).rejects.toThrow(/batch_event_staff_id_fkey/)
  expect(await tablesIn(connection)).toEqual([])
  expect(existsSync(config.MEDIA_DIR)).toBe(false)
  expect(() => refuseHalfRestored(config.DATA_DIR)).not.toThrow()
}, 120_000)

test('only the newest backups stay, and none goes while a file is lost', async () => {
  const parent = folder()
  const at = (name: string) => path.join(parent, name)
  for (const day of ['01', '02', '03']) {
    await mkdir(at(`old-${day}`))
    const manifest = (await readFile(path.join(made, MANIFEST), 'utf8')).replace(
      /"at": "[^"]+"/,
      `"at": "2026-01-${day}T00:00:00.000Z"`,
    )
    await writeFile(path.join(at(`old-${day}`), MANIFEST), manifest)
  }
  await mkdir(at('somebody-elses'))
  const file = path.join(server.context.config.MEDIA_DIR, picture)
  const bytes = await readFile(file)
  await rm(file)
  const first = await backUpTo(server, at('new-1'), { keep: 1 })
  await writeFile(file, bytes, { mode: 0o600 })
  expect(first.lost).toEqual([`media/${picture}`])
  expect(first.deleted).toEqual([])
  const second = await backUpTo(server, at('new-2'), { keep: 3, key: await keyOf(server) })
  expect(second.lost).toEqual([])
  const left = ['new-1', 'new-2', 'old-03', 'somebody-elses']
  expect((await readdir(parent)).toSorted()).toEqual(left)
  expect(await readFile(path.join(at('new-2'), 'master.key'), 'utf8')).toBe(
    `${await keyOf(server)}\n`,
  )
  expect(existsSync(path.join(at('new-1'), 'master.key'))).toBe(false)
}, 120_000)

test('a full disk ends a backup in words and leaves nothing on it', async () => {
  const { connection, config } = server.context
  const disk = folder()
  const shell = `mount -t tmpfs -o size=64k none "$1" && "$2" "$3" "$1/backup"; echo "code $?"; ls -A "$1"`
  const alone = process.getuid?.() === 0 ? ['--mount'] : ['--user', '--map-root-user', '--mount']
  const cli = path.join(import.meta.dirname, '../../../cli/backup.ts')
  const { stdout, stderr } = spawnSync(
    'unshare',
    [...alone, 'sh', '-c', shell, 'sh', disk, process.execPath, cli],
    {
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
        DATABASE_URL: databaseUrl(connection),
        DATA_DIR: config.DATA_DIR,
      },
    },
  )
  expect(stderr).toMatch(/^The disk of .*backup is full\. The backup was given up/)
  expect(stdout).toBe('code 2\n')
}, 60_000)
