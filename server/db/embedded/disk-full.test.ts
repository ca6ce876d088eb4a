import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { preparedFolder, query, quick, runShell, start, temporaryFolder } from './test-support.ts'

// A disk that is full, twice: as a limit to the size of files, which every account may set itself, and
// as a small disk of its own, where the machine lets a test mount one.

/** What a process of its own does with a data folder; what the steps return is what it tells. */
const scriptOf = (dataDir: string, steps: string) => `
  import { rmSync, statfsSync, writeFileSync } from 'node:fs'
  import { Client } from 'pg'
  import { startEmbedded } from './cluster.ts'
  const dataDir = ${JSON.stringify(dataDir)}
  let cluster
  const start = async () => {
    cluster = await startEmbedded({ dataDir, settings: ${JSON.stringify(quick)} })
  }
  async function query(text) {
    const client = new Client({ ...cluster.connection, query_timeout: 10_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      return (await client.query(text)).rows
    } finally {
      await client.end().catch(() => {})
    }
  }
  const megabyte = "(select string_agg(md5(random()::text), '') from generate_series(1, 32768))"
  /** Writes rows of a megabyte until one is refused; gives how many were acknowledged. */
  async function fill() {
    await query('create table kept (noise text)')
    await query('alter table kept alter noise set storage external')
    for (let rows = 0; ; rows++) {
      try { await query('insert into kept select ' + megabyte) } catch { return rows }
    }
  }
  const count = async () => (await query('select count(*)::int as rows from kept'))[0].rows
  const act = async () => { ${steps} }
  const outcome = await act().catch((error) => ({ failed: error.message }))
  await cluster?.stop().catch(() => {})
  console.log(JSON.stringify(outcome))
`

/** Runs it in a shell that first limits itself, alone on its mounts where it says so. */
async function told(
  dataDir: string,
  { first, alone = '' }: { first: string; alone?: string },
  steps: string,
): Promise<Record<string, unknown>> {
  const script = scriptOf(dataDir, steps).replaceAll("'", String.raw`'\''`)
  const node = `exec "${process.execPath}" --input-type=module -e "$SCRIPT"`
  const shell = `${alone} sh -c '${first} && cd "${import.meta.dirname}" && ${node}'`
  return JSON.parse(await runShell(`export SCRIPT='${script}'; exec ${shell}`).firstLine)
}

/** The shell counts in blocks of 512 bytes. */
const largestFile = (megabytes: number) => ({ first: `ulimit -f ${megabytes * 2048}` })

test('a first start that cannot write all says so, and leaves nothing half made', async () => {
  const dataDir = temporaryFolder()
  const { failed } = await told(dataDir, largestFile(4), 'await start(); return {}')
  expect(failed).toMatch(/^No database could be made in .*DATABASE_URL/s)
  expect(readdirSync(dataDir)).toEqual(['postgres.lock'])
  const cluster = await start(dataDir)
  expect(await query(cluster, 'SELECT 1 AS a')).toEqual([{ a: 1 }])
})

test('where no more can be written, what was acknowledged stays, and all goes on when there is room', async () => {
  const dataDir = await preparedFolder()
  const steps = `
    await start()
    const rows = await fill()
    const stayed = await count()
    await query('create table small as select 42 as answer')
    return { rows, stayed }`
  const { rows, stayed, failed } = await told(dataDir, largestFile(24), steps)
  expect(failed).toBeUndefined()
  expect(rows).toBeGreaterThan(5)
  expect(stayed).toBe(rows)
  const cluster = await start(dataDir)
  expect(await query(cluster, 'SELECT answer FROM small')).toEqual([{ answer: 42 }])
  await query(cluster, 'INSERT INTO kept SELECT noise FROM kept LIMIT 2')
  const [now] = await query(cluster, 'SELECT count(*)::int AS rows FROM kept')
  expect(now).toEqual({ rows: Number(rows) + 2 })
})

/**
 * Whether this account may have a disk that nobody else sees. PostgreSQL refuses a root that is none.
 * Where it may not there is no such test: one that is skipped would count as failed.
 */
const mayMount =
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0

test.each(mayMount ? ['full'] : [])(
  'on a %s disk the start says so, and after it nothing is missing',
  async () => {
    const dataDir = path.join(temporaryFolder(), 'disk')
    mkdirSync(dataDir)
    const steps = `
    const file = (name, bytes) => writeFileSync(dataDir + '/' + name, Buffer.alloc(bytes))
    file('ballast', 40 << 20)
    await start()
    const rows = await fill()
    await cluster.stop()
    const { bavail, bsize } = statfsSync(dataDir)
    file('the-rest', bavail * bsize)
    const refused = await start().then(() => 'started', (error) => error.message)
    rmSync(dataDir + '/ballast')
    await start()
    const stayed = await count()
    await query('insert into kept select ' + megabyte)
    return { rows, refused, stayed }`
    const disk = {
      alone: 'unshare --mount',
      first: `mount -t tmpfs -o size=120m,mode=0711 tmpfs "${dataDir}"`,
    }
    const { rows, refused, stayed, failed } = await told(dataDir, disk, steps)
    expect(failed).toBeUndefined()
    expect(rows).toBeGreaterThan(5)
    expect(refused).toMatch(/because the disk of .* is full\..*nothing is lost/)
    expect(stayed).toBe(rows)
  },
)
