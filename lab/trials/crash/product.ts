import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { razorpayxWebhook } from '../../../contract/money/bank-files.ts'
import { openDatabase, type Db } from '../../../server/db/database.ts'
import { startEmbedded } from '../../../server/db/embedded/cluster.ts'
import { runningPostmaster } from '../../../server/db/embedded/postmaster.ts'
import { clusterOf } from '../../../server/db/embedded/site.ts'
import { QUICK } from '../../../server/features/money/payments/test-support.ts'
import { freePort, launch, type Launched } from '../../../server/test/launch.ts'
import {
  startSimulator,
  type FaultRule,
  type Simulator,
} from '../../../server/test/payout-simulator.ts'
import { testServer, through, type TestServer } from '../../../server/test/server.ts'
import { startRelay, type Relay } from './relay.ts'
import { makeWorld, NO_LIMITS, type World } from './world.ts'

const ROOT = path.join(import.meta.dirname, '../../..')
const LONGEST_MS = 60_000
/** Answers that are lost before and after the provider took the order, late ones, told twice. */
const FAULTS: FaultRule[] = [
  { fault: 'lost_before', share: 0.06 },
  { fault: 'lost_after', share: 0.08 },
  { fault: 'cut_after', share: 0.06 },
  { fault: 'error_after', share: 0.06, status: 502 },
  { fault: 'error_before', share: 0.04, status: 503 },
  { fault: 'ask_error', share: 0.1 },
  { fault: 'duplicate', share: 0.4 },
  { fault: 'shuffle', share: 0.4 },
]

const SETTINGS = {
  ...QUICK,
  ...NO_LIMITS,
  PAYOUT_TIMEOUT_SECONDS: '2',
  // No tags are made of our coupons: nobody looks for them here.
  MELTAG_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
}
/** The name of the trial's own connections. */
export const TRIAL = 'trial'

/** The product as it runs for somebody: its process, its own PostgreSQL, and the provider. */
export type Product = {
  world: World
  db: Db
  simulator: Simulator
  relay: Relay
  url: string
  /** How long its first start took, which nothing had disturbed. */
  firstStartMs: number
  /** What the server logs, through all its starts. */
  logFile: string
  call: TestServer['call']
  /** The process number of the server, and of its PostgreSQL. */
  serverPid(): number
  postmasterPid(): Promise<number>
  killServer(): Promise<void>
  startServer(): Promise<void>
  /** SIGTERM; the exit code. */
  stopServer(): Promise<number | null>
  /** A command of the project, beside the server: what it said. Throws where it fails. */
  command(name: string): Promise<string>
  end(): Promise<void>
}

/** A new data folder with a small programme, and the real server on it. */
export async function startProduct(coupons: number, seed: number): Promise<Product> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'hil-crash-'))
  const port = await freePort()
  const simulator = await startSimulator({
    seed,
    webhookUrl: `http://127.0.0.1:${port}${razorpayxWebhook.path}`,
    balancePaise: 1_000_000_000_000,
    rules: FAULTS,
  })
  const folders = { DATA_DIR: dataDir, HEADS_DIR: path.join(dataDir, 'heads') }
  const settings = { ...SETTINGS, ...simulator.settings, ...folders }
  const { seeder, db, world } = await seedProgramme(settings, coupons)
  const logFile = path.join(dataDir, 'server.log')
  const start = () =>
    launch(seeder, port, { ...settings, DATABASE_URL: '', LOG_LEVEL: 'warn' }, logFile)
  const began = performance.now()
  let server: Launched = await start()
  const firstStartMs = performance.now() - began
  const relay = await startRelay(port)
  return {
    world,
    db,
    simulator,
    relay,
    url: server.url,
    firstStartMs,
    logFile,
    call: through(seeder, relay.url).call,
    serverPid: () => server.pid,
    postmasterPid: () => postmasterPid(dataDir),
    killServer: () => server.kill(),
    async startServer() {
      server = await start()
    },
    stopServer: () => server.stop(),
    command: (name) => command(name, { ...settings, LOG_LEVEL: 'fatal' }),
    async end() {
      await server.kill()
      await relay.stop()
      await simulator.stop()
      await db.destroy()
      await endPostgres(dataDir)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

type Seeded = { seeder: TestServer; db: Db; world: World }

/** A programme in a new embedded cluster, made by a server in this process that is gone again. */
async function seedProgramme(
  settings: Record<string, string> & { DATA_DIR: string },
  coupons: number,
): Promise<Seeded> {
  const cluster = await startEmbedded({ dataDir: settings.DATA_DIR })
  const connection = { ...cluster.connection, application_name: TRIAL }
  const { db } = openDatabase(connection, { size: 4, onError: () => {} })
  await writeLate(db)
  const seeder = await testServer(settings, {
    database: { connection, db, drop: async () => {} },
  })
  const world = await makeWorld(seeder, coupons)
  await keepDemoAway(db)
  await seeder.stop()
  return { seeder, db, world }
}

/** What a server that was killed has left running. */
async function endPostgres(dataDir: string): Promise<void> {
  if ((await runningPostmaster(clusterOf(dataDir))) === null) return
  const cluster = await startEmbedded({ dataDir })
  await cluster.stop()
}

/** What is acknowledged before it is written is written late: a kill is to find it missing. */
async function writeLate(db: Db): Promise<void> {
  await sql`alter system set wal_writer_delay = '10s'`.execute(db)
  await sql`select pg_reload_conf()`.execute(db)
}

/** The embedded database is the demo's: this one counts as loaded with what it has. */
async function keepDemoAway(db: Db): Promise<void> {
  const changed_at = new Date()
  await db.insertInto('setting').values({ name: 'demo', value: '{}', changed_at }).execute()
}

/** Waits for a PostgreSQL that is up: the server starts a killed one again. */
async function postmasterPid(dataDir: string): Promise<number> {
  for (const end = Date.now() + LONGEST_MS; ; await pause(20)) {
    const running = await runningPostmaster(clusterOf(dataDir))
    if (running?.state === 'ready') return running.pid
    if (Date.now() > end) throw new Error('PostgreSQL was not started again.')
  }
}

async function command(name: string, env: Record<string, string>): Promise<string> {
  const run = promisify(execFile)(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', `server/cli/${name}.ts`],
    { cwd: ROOT, env: { PATH: process.env.PATH, ...env } },
  )
  // A command that finds something tells it on its output, and ends with an error.
  const { stdout } = await run.catch((error: { stdout: string; message: string }) => {
    if (error.stdout) return error
    throw new Error(error.message)
  })
  return stdout
}
