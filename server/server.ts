import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Logger } from 'pino'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { startPaymentWorker } from './features/money/payments/dispatch/payment-worker.ts'
import { jobHandlers, whenGivenUp } from './jobs/handlers.ts'
import { openPlatform } from './platform.ts'

/** How long running answers have at a stop; a download that takes longer is cut off. */
const DRAIN_MS = 8_000
const IDLE_POLL_MS = 50

/** `url` is what people see; `origin` is where this process listens. */
export type Server = {
  url: string
  origin: string
  context: Context
  /** Gives notice until `notice` resolves, or as long as configured, and then drains. */
  stop(notice?: Promise<void>): Promise<void>
}

type Options = {
  log: Logger
  prepare?: (context: Context) => Promise<void>
  /** Without them no job begins by the clock or with the start. */
  schedules?: boolean
}

/**
 * The whole product over a database that is there, listening. `prepare` runs before the first
 * request: the demo is loaded in it. `stop` drains: whoever still comes within the notice and all
 * running requests are answered, then there are no new ones.
 */
export async function startServer(
  config: Config,
  connection: pg.ClientConfig,
  { log, prepare, schedules = true }: Options,
): Promise<Server> {
  const publicUrl = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`
  const platform = await openPlatform(config, connection, { log, publicUrl, schedules })
  let ready = false
  try {
    await prepare?.(platform.context)
    if (config.ROLE !== 'web') {
      await platform.context.jobs.work(jobHandlers(platform.context), whenGivenUp(platform.context))
    }
    const app = await buildApp(platform.context, { isReady: () => ready })
    await app.listen({ port: config.PORT, host: config.HOST })
    ready = true
    const { context } = platform
    const { payouts } = context
    // Only now: what it sends is answered by webhooks.
    const pays = config.ROLE !== 'web' && payouts !== null
    const payer = pays ? startPaymentWorker(context, payouts) : null
    const { port } = app.server.address() as AddressInfo
    return {
      url: config.PUBLIC_URL ?? `http://localhost:${port}`,
      origin: `http://${reachable(config.HOST)}:${port}`,
      context: platform.context,
      async stop(notice = pause(config.STOP_NOTICE_SECONDS * 1000)) {
        ready = false
        await Promise.all([payer?.stop(), drain(app, notice)])
        await platform.stop()
      },
    }
  } catch (error) {
    await platform.stop()
    throw error
  }
}

/**
 * Until a proxy has seen in /readyz that this process goes, it sends requests here: they are answered,
 * each on a connection that ends with its answer, so that none is left on which a request could be cut.
 */
async function drain(app: FastifyInstance, notice: Promise<void>): Promise<void> {
  app.server.prependListener('request', (_request, response) => {
    response.setHeader('connection', 'close')
  })
  await notice
  const cut = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
  // Closing ends the connections that are idle then; one with a request under way is idle after it.
  const idle = setInterval(() => app.server.closeIdleConnections(), IDLE_POLL_MS)
  await app.close()
  clearInterval(idle)
  clearTimeout(cut)
}

/** The host by which this machine reaches what listens on `host`. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
