import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { loadDemo } from './demo/demo.ts'
import { demoMeltagAddress, MELTAG_DATABASE, prepareMeltag } from './demo/meltag.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo/people.ts'
import { issueSetupLink } from './features/people/setup/link.service.ts'
import type { DatabaseServer } from './open-server.ts'
import { startServer } from './server.ts'

type Start = {
  log: Logger
  /** What a stop closes, the last first; what is opened here is added. */
  open: (() => Promise<void>)[]
  /** When the start began, on the clock of `performance`. */
  started: number
}

/** The product over its database, the demo loaded where the configuration has it; says where it is. */
export async function serve(
  config: Config,
  database: DatabaseServer,
  { log, open, started }: Start,
): Promise<void> {
  const say = (line: string) => process.stdout.write(`${line}\n`)
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
  else if (config.ROLE !== 'worker') await saySetupLink(server.context, server.url, say)
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

/** Until there is an administrator each start prints a new link. It is a secret: not for the log. */
async function saySetupLink(
  context: Context,
  url: string,
  say: (line: string) => void,
): Promise<void> {
  const link = await issueSetupLink({ ...context, publicUrl: url })
  if (link === null) return
  say(
    '\nThis programme has no administrator yet. Open the set-up link, which works once within 24 h:',
  )
  say(`  ${link}`)
  say('Links of earlier starts do not work any more.')
}

function sayAccounts(say: (line: string) => void): void {
  say(`\nDemo accounts, each with the password ${DEMO_PASSWORD}:`)
  for (const account of DEMO_ACCOUNTS) {
    say(`  ${account.email.padEnd(24)} ${account.roleName}`)
  }
  say('\nStop with Ctrl-C.')
}
