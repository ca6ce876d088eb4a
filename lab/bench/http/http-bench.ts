import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { openDatabase, type Db } from '../../../server/db/database.ts'
import { newToken, sha256 } from '../../../server/lib/crypto.ts'
import { dropDatabase, freshDatabase, median } from '../scans/database.ts'
import { addActiveBatch, BATCH_SIZE, makeProgramme, MEMBERS } from '../scans/programme.ts'
import { prepareTpcb } from '../scans/tpcb.ts'
import type { LoadPlan, LoadResult } from './load.ts'
import type { ServerNews, ServerPlan } from './server.ts'

export type HttpBench = {
  scansPerSecond: number
  tpcbPerSecond: number
  tpcbBy: string
  ratio: number
  p50Ms: number
  p99Ms: number
  quietP99Ms: number
  /** Microseconds of CPU a scan, without the database's. */
  serverCpuUs: number
  loadCpuUs: number
}

const DATABASE = 'bench_http'
const CONNECTIONS = 256
const SESSIONS = 2_000

/**
 * Scans through HTTP: signed-in members, all rules on, 256 connections, each answer durable. Server
 * and load are processes of their own on this machine. TPC-B on the same database server in turns.
 * `server` is a superuser's connection. At the end one connection alone, for a quiet server.
 */
export async function benchHttp(
  server: pg.ClientConfig,
  { rounds = 3, seconds = 8 }: { rounds?: number; seconds?: number } = {},
): Promise<HttpBench> {
  const tpcb = await prepareTpcb(server)
  const connection = await freshDatabase(server, DATABASE)
  await makeProgramme(connection)
  const dataDir = await mkdtemp(path.join(tmpdir(), 'hil-bench-'))
  const ours = await ServerProcess.start({ connection, dataDir })
  const { db } = openDatabase(connection, { size: 2, onError: () => {} })
  try {
    const tokens = await signMembersIn(db)
    const stock = new CodeStock(db, connection)
    const load = async (connections: number, forSeconds: number) => {
      const scans = await stock.take(forSeconds * (connections > 1 ? 12_000 : 1_500))
      const file = path.join(dataDir, 'plan.json')
      const plan: LoadPlan = { port: ours.port, connections, seconds: forSeconds, tokens, scans }
      await writeFile(file, JSON.stringify(plan))
      const before = await ours.cpuUs()
      const result = await runLoad(file)
      return { ...result, serverCpuUs: ((await ours.cpuUs()) - before) / result.answered }
    }
    await load(CONNECTIONS, 4)
    const [tpcbRates, loads]: [number[], Awaited<ReturnType<typeof load>>[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      tpcbRates.push(await tpcb.measure(seconds))
      loads.push(await load(CONNECTIONS, seconds))
    }
    const quiet = await load(1, 4)
    const middle = (of: (one: (typeof loads)[number], round: number) => number) =>
      median(loads.map(of))
    return {
      scansPerSecond: middle(({ perSecond }) => perSecond),
      tpcbPerSecond: median(tpcbRates),
      tpcbBy: tpcb.by,
      ratio: middle(({ perSecond }, round) => perSecond / (tpcbRates[round] ?? Number.NaN)),
      p50Ms: middle(({ p50Ms }) => p50Ms),
      p99Ms: middle(({ p99Ms }) => p99Ms),
      quietP99Ms: quiet.p99Ms,
      serverCpuUs: middle(({ serverCpuUs }) => serverCpuUs),
      loadCpuUs: middle(({ cpuUs }) => cpuUs),
    }
  } finally {
    await db.destroy()
    await ours.stop()
    await dropDatabase(server, DATABASE)
    await dropDatabase(server, 'bench_tpcb')
    await rm(dataDir, { recursive: true, force: true })
  }
}

class ServerProcess {
  readonly port: number
  readonly #child: ChildProcess

  private constructor(child: ChildProcess, { url }: ServerNews) {
    this.#child = child
    this.port = Number(new URL(url).port)
  }

  static async start(plan: ServerPlan): Promise<ServerProcess> {
    const child = fork(path.join(import.meta.dirname, 'server.ts'), [JSON.stringify(plan)])
    return new ServerProcess(child, await newsOf(child))
  }

  async cpuUs(): Promise<number> {
    this.#child.send('news')
    return (await newsOf(this.#child)).cpuUs
  }

  async stop(): Promise<void> {
    this.#child.disconnect()
    await once(this.#child, 'exit')
  }
}

async function newsOf(child: ChildProcess): Promise<ServerNews> {
  const waiting = new AbortController()
  const ended = () => waiting.abort(new Error('The server ended.'))
  child.once('exit', ended)
  const [news]: ServerNews[] = await once(child, 'message', { signal: waiting.signal })
  child.off('exit', ended)
  if (!news) throw new Error('The server said nothing.')
  return news
}

async function signMembersIn(db: Db): Promise<string[]> {
  const now = new Date()
  const tokens = Array.from({ length: SESSIONS }, () => newToken())
  await db
    .insertInto('session')
    .values(
      tokens.map((token, index) => ({
        token_hash: sha256(token),
        cookie_hash: null,
        staff_id: null,
        member_id: (index % MEMBERS) + 1,
        created_at: now,
        seen_at: now,
        expires_at: new Date(now.getTime() + 86_400_000),
        address: null,
        user_agent: null,
      })),
    )
    .execute()
  return tokens
}

/** Codes of active coupons, each given out once, in random order. */
class CodeStock {
  readonly #db: Db
  readonly #connection: pg.ClientConfig
  #codes: string[] = []
  #batches = 0

  constructor(db: Db, connection: pg.ClientConfig) {
    this.#db = db
    this.#connection = connection
  }

  async take(count: number): Promise<LoadPlan['scans']> {
    while (this.#codes.length < count) {
      const batchId = ++this.#batches
      const codes = await addActiveBatch(this.#db, this.#connection, batchId)
      const step = 48_611 // coprime to the size of a batch: visits each code once, far from order
      for (let i = 0; i < BATCH_SIZE; i++) this.#codes.push(codes[(i * step) % BATCH_SIZE] ?? '')
    }
    return this.#codes
      .splice(0, count)
      .map((code) => ({ code, member: Math.floor(Math.random() * SESSIONS) }))
  }
}

async function runLoad(plan: string): Promise<LoadResult> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'load.ts'), plan], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (piece: Buffer) => (output += piece.toString()))
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  if (code !== 0) throw new Error(`The load ended with ${code}.`)
  const result: LoadResult = JSON.parse(output)
  const credited = result.statuses.credited ?? 0
  if (credited !== result.answered) {
    throw new Error(`Not every scan was credited: ${JSON.stringify(result.statuses)}`)
  }
  return result
}
