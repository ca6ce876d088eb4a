import type { AddressInfo } from 'node:net'
import type pg from 'pg'
import type { Logger } from 'pino'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { jobHandlers, whenGivenUp } from './jobs/handlers.ts'
import { openPlatform } from './platform.ts'

/** How long running answers have at a stop; a download that takes longer is cut off. */
const DRAIN_MS = 8_000

export type Server = { url: string; context: Context; stop(): Promise<void> }

/**
 * The whole product over a database that is there, listening. `prepare` runs before the first
 * request: the demo is loaded in it. `stop` drains: no new requests, the running ones answered.
 */
export async function startServer(
  config: Config,
  connection: pg.ClientConfig,
  { log, prepare }: { log: Logger; prepare?: (context: Context) => Promise<void> },
): Promise<Server> {
  const publicUrl = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`
  const platform = await openPlatform(config, connection, { log, publicUrl })
  let ready = false
  try {
    await prepare?.(platform.context)
    if (config.ROLE !== 'web') {
      await platform.context.jobs.work(jobHandlers(platform.context), whenGivenUp(platform.context))
    }
    const app = await buildApp(platform.context, { isReady: () => ready })
    await app.listen({ port: config.PORT, host: config.HOST })
    ready = true
    const { port } = app.server.address() as AddressInfo
    return {
      url: config.PUBLIC_URL ?? `http://localhost:${port}`,
      context: platform.context,
      async stop() {
        ready = false
        const cut = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
        await app.close()
        clearTimeout(cut)
        await platform.stop()
      },
    }
  } catch (error) {
    await platform.stop()
    throw error
  }
}
