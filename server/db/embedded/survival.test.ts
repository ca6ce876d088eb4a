import { createHash } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { markOf } from './process-mark.ts'
import {
  isThere,
  postmasterPid,
  preparedFolder,
  query,
  runNode,
  runShell,
  start,
  temporaryFolder,
} from './test-support.ts'

test('starts again after kill -9 of the postmaster under a busy session', async () => {
  const dataDir = await preparedFolder()
  const first = await start(dataDir, { shared_buffers: '16MB' })
  await query(first, 'CREATE TABLE kept AS SELECT 42 AS answer')
  // This session never looks whether its postmaster lives, so it would hold the shared memory for ever.
  // For a minute: where the test is killed, nobody is left to end it.
  const loop = `WHILE clock_timestamp() < transaction_timestamp() + interval '1 min' LOOP END LOOP;`
  const busy = query(first, `DO $$ BEGIN ${loop} END $$`).catch(() => 'cut off')
  await pause(100)
  process.kill(postmasterPid(dataDir), 'SIGKILL')

  const second = await start(dataDir)
  expect(second.how).toBe('started')
  expect(await busy).toBe('cut off')
  expect(await query(second, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
})

test('starts a new server when the socket of a running one is gone', async () => {
  const dataDir = await preparedFolder()
  const first = await start(dataDir)
  const before = postmasterPid(dataDir)
  await runShell(`rm ${first.connection.host}/.s.PGSQL.5432; echo done`).firstLine
  const second = await start(dataDir)
  expect(second.how).toBe('started')
  expect(postmasterPid(dataDir)).not.toBe(before)
  expect(await query(second, 'SELECT 1 AS a')).toEqual([{ a: 1 }])
})

const pidOwners: Record<string, string> = {
  'a dead process': 'echo $$',
  'a living stranger': 'echo $$; exec sleep 60',
  // The sleep that replaces the shell never asks after its child, which so stays a zombie.
  'a zombie': 'sleep 0.05 & echo $!; exec sleep 60',
}

test.each(Object.keys(pidOwners))('starts although postmaster.pid names %s', async (kind) => {
  const dataDir = await preparedFolder()
  const first = await start(dataDir)
  const cluster = path.join(dataDir, 'postgres')
  const file = path.join(cluster, 'postmaster.pid')
  const oldPid = String(postmasterPid(dataDir))
  const socketLock = path.join(first.connection.host, '.s.PGSQL.5432.lock')
  const [pidFile, lockFile] = [readFileSync(file, 'utf8'), readFileSync(socketLock, 'utf8')]
  await first.stop()

  // PostgreSQL itself gives up only on a process of its own account.
  const { uid, gid } = statSync(cluster)
  const owner = runShell(pidOwners[kind] ?? '', { uid, gid })
  const pid = await owner.firstLine
  await pause(150)
  writeFileSync(file, pidFile.replace(oldPid, pid))
  mkdirSync(first.connection.host, { recursive: true })
  writeFileSync(socketLock, lockFile.replace(oldPid, pid))
  await runShell(`chown -R ${uid}:${gid} ${first.connection.host} ${file}; echo done`).firstLine

  const second = await start(dataDir)
  expect(second.how).toBe('started')
  expect(isThere(Number(pid))).toBe(kind !== 'a dead process')
  expect(await query(second, 'SELECT 1 AS a')).toEqual([{ a: 1 }])
})

test.each(['deleted', 'emptied'])('starts again where postmaster.pid was %s', async (how) => {
  const dataDir = await preparedFolder()
  const first = await start(dataDir)
  await query(first, 'CREATE TABLE kept AS SELECT 42 AS answer')
  const before = postmasterPid(dataDir)
  const file = path.join(dataDir, 'postgres', 'postmaster.pid')
  if (how === 'deleted') rmSync(file)
  else writeFileSync(file, '')
  const second = await start(dataDir)
  expect(markOf(before)).toBeNull()
  expect(await query(second, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
})

test('refuses a folder of another major version and does not touch it', async () => {
  const dataDir = await preparedFolder()
  const first = await start(dataDir)
  await first.stop()
  const cluster = path.join(dataDir, 'postgres')
  writeFileSync(path.join(cluster, 'PG_VERSION'), '17\n')
  const before = fingerprint(cluster)
  await expect(start(dataDir)).rejects.toThrow(
    /made by PostgreSQL 17.*Nothing was changed.*npm run backup.*npm run restore/,
  )
  expect(fingerprint(cluster)).toBe(before)
})

test('refuses a folder that is no cluster and does not touch it', async () => {
  const dataDir = temporaryFolder()
  const cluster = path.join(dataDir, 'postgres')
  mkdirSync(cluster)
  writeFileSync(path.join(cluster, 'notes.txt'), 'mine')
  const before = fingerprint(cluster)
  await expect(start(dataDir)).rejects.toThrow(/no PostgreSQL data folder/)
  expect(fingerprint(cluster)).toBe(before)
})

test('stop waits for nobody and leaves no process or socket', async () => {
  const dataDir = await preparedFolder()
  const cluster = await start(dataDir)
  const pid = postmasterPid(dataDir)
  const idle = runNode(`
    import pg from 'pg'
    const client = new pg.Client(${JSON.stringify(cluster.connection)})
    client.on('error', () => {})
    await client.connect()
    console.log('connected')
  `)
  expect(await idle.firstLine).toBe('connected')
  await cluster.stop()
  expect(markOf(pid)).toBeNull()
  expect(existsSync(cluster.connection.host)).toBe(false)
  await cluster.stop()
})

/** Names, sizes, modes, owners, times and contents of everything below. */
function fingerprint(folder: string): string {
  const hash = createHash('sha256')
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  for (const entry of ['.', ...entries]) {
    const file = path.join(folder, entry)
    const { mode, uid, gid, size, mtimeMs } = lstatSync(file)
    hash.update(JSON.stringify([entry, mode, uid, gid, size, mtimeMs]))
    if (statSync(file).isFile()) hash.update(readFileSync(file))
  }
  return hash.digest('hex')
}
