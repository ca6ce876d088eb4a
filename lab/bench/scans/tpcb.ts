import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { freshDatabase, onDatabase } from './database.ts'

const run = promisify(execFile)
const SCALE = 50
const CLIENTS = 32
const ACCOUNTS = 100_000 * SCALE
const DEBIAN = '/usr/lib/postgresql'

/** The yardstick: transactions a second of TPC-B as pgbench does it, or of our own doing of the same. */
export type Tpcb = {
  by: 'pgbench' | 'our own client'
  measure: (seconds: number) => Promise<number>
}

function findPgbench(): string | null {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  if (existsSync(DEBIAN)) {
    folders.push(...readdirSync(DEBIAN).map((version) => path.join(DEBIAN, version, 'bin')))
  }
  return folders.map((folder) => path.join(folder, 'pgbench')).find(existsSync) ?? null
}

/** Fills scale 50 and says how it will be measured: 32 clients, prepared statements. */
export async function prepareTpcb(server: pg.ClientConfig): Promise<Tpcb> {
  const connection = await freshDatabase(server, 'bench_tpcb')
  const pgbench = findPgbench()
  if (!pgbench) {
    await onDatabase(server, 'bench_tpcb', fillByHand)
    return { by: 'our own client', measure: (seconds) => measureByHand(connection, seconds) }
  }
  const where = ['-h', String(server.host), '-p', String(server.port ?? 5432)]
  const who = ['-U', String(server.user), 'bench_tpcb']
  await run(pgbench, ['-i', '-q', '-s', String(SCALE), ...where, ...who])
  const load = ['-c', String(CLIENTS), '-j', '2', '-M', 'prepared', '-n']
  return {
    by: 'pgbench',
    measure: async (seconds) => {
      const { stdout } = await run(pgbench, [...load, '-T', String(seconds), ...where, ...who])
      return Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
    },
  }
}

async function fillByHand(client: pg.Client): Promise<void> {
  await client.query(`
    create table pgbench_branches (bid int primary key, bbalance int) with (fillfactor = 100);
    create table pgbench_tellers (tid int primary key, bid int, tbalance int);
    create table pgbench_accounts (aid int primary key, bid int, abalance int, filler char(84));
    create table pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));
    insert into pgbench_branches select n, 0 from generate_series(1, ${SCALE}) n;
    insert into pgbench_tellers select n, (n - 1) / 10 + 1, 0 from generate_series(1, ${SCALE * 10}) n;
    insert into pgbench_accounts
      select n, (n - 1) / 100000 + 1, 0, '' from generate_series(1, ${ACCOUNTS}) n;`)
  await client.query('vacuum analyze')
}

const upTo = (limit: number) => 1 + Math.floor(Math.random() * limit)

async function transaction(client: pg.Client): Promise<void> {
  const [aid, tid, bid] = [upTo(ACCOUNTS), upTo(SCALE * 10), upTo(SCALE)]
  const delta = upTo(10_001) - 5_001
  const say = (name: string, text: string, values: number[] = []) =>
    client.query({ name, text, values })
  await say('begin', 'begin')
  await say('a', 'update pgbench_accounts set abalance = abalance + $1 where aid = $2', [
    delta,
    aid,
  ])
  await say('b', 'select abalance from pgbench_accounts where aid = $1', [aid])
  await say('c', 'update pgbench_tellers set tbalance = tbalance + $1 where tid = $2', [delta, tid])
  await say('d', 'update pgbench_branches set bbalance = bbalance + $1 where bid = $2', [
    delta,
    bid,
  ])
  await say(
    'e',
    'insert into pgbench_history (tid, bid, aid, delta, mtime) values ($1, $2, $3, $4, current_timestamp)',
    [tid, bid, aid, delta],
  )
  await say('end', 'end')
}

async function measureByHand(connection: pg.ClientConfig, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1000
  const counts = await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      const client = new pg.Client(connection)
      await client.connect()
      let done = 0
      for (; performance.now() < end; done++) await transaction(client)
      await client.end()
      return done
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0) / seconds
}
