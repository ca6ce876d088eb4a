import { enableCompileCache } from 'node:module'
import path from 'node:path'
import { ConfigError, readConfig } from './config.ts'
import { makeLog } from './log.ts'
import { openServer } from './open-server.ts'

const DRAIN_MS = 25_000

async function main(): Promise<void> {
  const started = performance.now()
  const config = readConfig(process.env)
  const log = makeLog(config)
  // What is open is closed in turn, also when the stop comes while the start still runs.
  const open: (() => Promise<void>)[] = []
  onStopSignal(async () => {
    for (const close of open.toReversed()) await close()
  })
  const waiting = Promise.withResolvers<void>()
  const opening = openServer(config, log, waiting.resolve).then((database) => {
    open.push(database.close)
    return database
  })
  enableCompileCache(path.join(import.meta.dirname, '../node_modules/.cache/server'))
  // The database comes up in processes of its own: the code of the product is read meanwhile, all in one
  // turn, from the second start on as it was compiled then (again where that could not be written).
  await Promise.race([waiting.promise, opening])
  const { serve } = await import('./serve.ts')
  await serve(config, await opening, { log, open, started })
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
