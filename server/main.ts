import { existsSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import type { Logger } from 'pino'
import { ConfigError, readConfig, type Config } from './config.ts'
import type { Context } from './context.ts'
import { startEmbedded } from './db/embedded/cluster.ts'
import { refuseHalfRestored } from './db/embedded/half-restored.ts'
import { keepAlive } from './db/embedded/keep-alive.ts'
import { acquireDataDir } from './db/embedded/owner-lock.ts'
import { loadDemo } from './demo/demo.ts'
import { demoMeltagAddress, MELTAG_DATABASE, prepareMeltag } from './demo/meltag.ts'
import { simulatePayouts, type SimulatedPayouts } from './demo/payout-simulator.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo/people.ts'
import { openPayouts } from './features/payments/razorpayx.ts'
import { makeLog } from './log.ts'
import { startServer } from './server.ts'

const DRAIN_MS = 25_000

type Database = {
  connection: pg.ClientConfig
  /** The payout provider of the demo; null where a real one is set up. */
  payouts: SimulatedPayouts | null
  /** Makes another database beside ours; only the embedded server does. */
  makeDatabase: ((name: string) => Promise<void>) | null
  close(): Promise<void>
}

/**
 * The server named by DATABASE_URL, else the embedded one of the data folder, which has one owner,
 * and beside it the demo's payout provider, which starts meanwhile.
 */
async function openServer(config: Config, log: Logger): Promise<Database> {
  refuseHalfRestored(config.DATA_DIR)
  const isPaid = openPayouts(config) !== null
  if (config.DATABASE_URL !== undefined) {
    const connection = { connectionString: config.DATABASE_URL }
    return { connection, payouts: null, makeDatabase: null, close: async () => {} }
  }
  const owner = await acquireDataDir(config.DATA_DIR, { purpose: 'HIL Dashboard' })
  const payouts = isPaid ? null : simulatePayouts(config.DATA_DIR, log)
  const cluster = await startEmbedded({ dataDir: config.DATA_DIR }).catch(
    async (error: unknown) => {
      await payouts?.stop()
      owner.release()
      throw error
    },
  )
  const endWatch = keepAlive(config.DATA_DIR, (details, message) => log.warn(details, message))
  return {
    connection: cluster.connection,
    payouts,
    makeDatabase: cluster.createDatabaseIfMissing,
    async close() {
      await payouts?.stop()
      await endWatch()
      await cluster.stop()
      owner.release()
    },
  }
}

async function main(): Promise<void> {
  const started = performance.now()
  const config = readConfig(process.env)
  const log = makeLog(config)
  const say = (line: string) => process.stdout.write(`${line}\n`)
  // What is open is closed in turn, also when the stop comes while the start still runs.
  const open: (() => Promise<void>)[] = []
  onStopSignal(async () => {
    for (const close of open.toReversed()) await close()
  })
  const database = await openServer(config, log)
  open.push(() => database.close())
  const ready = Promise.withResolvers<void>()
  const vendor = config.MELTAG_DATABASE_URL === undefined ? database.makeDatabase : null
  const server = await startServer(
    {
      ...config,
      ...(await database.payouts?.settings()),
      ...(vendor && { MELTAG_DATABASE_URL: demoMeltagAddress(database.connection) }),
    },
    database.connection,
    {
      log,
      prepare: async (context) => {
        if (config.demo) await loadDemo(context, say)
        if (vendor) open.push(prepareVendor(context, vendor, ready))
      },
    },
  ).catch(async (error: unknown) => {
    await database.close()
    throw error
  })
  open.push(() => server.stop())
  ready.resolve()
  database.payouts?.tellOrigin(server.origin).catch((error: unknown) => {
    log.error({ err: error }, 'the payout simulator does not know where to tell events')
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  say(`\nHIL Dashboard is ready at ${server.url} (${seconds} s)`)
  if (!existsSync(path.join(import.meta.dirname, '../web/dist/index.html'))) {
    say('The web pages are not built: only the API answers. npm start builds them.')
  }
  if (config.demo) sayAccounts(say)
}

/** The demo's tag vendor, made when the server serves already. Gives what stops the making. */
function prepareVendor(
  { connection, meltag, log }: Context,
  makeDatabase: (name: string) => Promise<void>,
  ready: PromiseWithResolvers<void>,
): () => Promise<void> {
  const databases = {
    ours: connection,
    vendor: { ...connection, database: MELTAG_DATABASE },
    makeDatabase: () => ready.promise.then(() => makeDatabase(MELTAG_DATABASE)),
  }
  const preparation = prepareMeltag(databases, log)
  meltag.prepare(preparation.done)
  return async () => {
    ready.resolve()
    await preparation.stop()
  }
}

function sayAccounts(say: (line: string) => void): void {
  say(`\nDemo accounts, each with the password ${DEMO_PASSWORD}:`)
  for (const account of DEMO_ACCOUNTS) {
    say(`  ${account.email.padEnd(24)} ${account.roleName}`)
  }
  say('\nStop with Ctrl-C.')
}

/** Ctrl-C, SIGTERM, or the end of the process that started us: drain, then leave within 25 s. */
function onStopSignal(stop: () => Promise<void>): void {
  let stopping = false
  const leave = () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), DRAIN_MS).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`The stop did not go well: ${String(error)}\n`)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', leave)
  process.on('SIGTERM', leave)
  process.on('disconnect', leave)
}

main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error)
  const detail =
    error instanceof Error && error.cause instanceof Error ? `\n${error.cause.message}` : ''
  process.stderr.write(`${message}${detail}\n`)
  process.exit(error instanceof ConfigError ? 2 : 1)
})
