import type { AddressInfo } from 'node:net'
import type pg from 'pg'
import type { Logger } from 'pino'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { jobHandlers } from './jobs/handlers.ts'
import { openPlatform } from './platform.ts'

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
    if (config.ROLE !== 'web') await platform.context.jobs.work(jobHandlers(platform.context))
    const app = await buildApp(platform.context, { isReady: () => ready })
    await app.listen({ port: config.PORT, host: config.HOST })
    ready = true
    const { port } = app.server.address() as AddressInfo
    return {
      url: config.PUBLIC_URL ?? `http://localhost:${port}`,
      context: platform.context,
      async stop() {
        ready = false
        await app.close()
        await platform.stop()
      },
    }
  } catch (error) {
    await platform.stop()
    throw error
  }
}
