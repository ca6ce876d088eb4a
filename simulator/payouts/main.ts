import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { payoutApi, type World } from './api.ts'
import { Bank } from './bank.ts'
import { control } from './control.ts'
import { Courier } from './courier.ts'
import { refuse } from './http.ts'
import { rulesNow } from './kept-rules.ts'
import { readSettings, type Settings } from './settings.ts'
import { Store } from './store.ts'

// The payout provider of the demo and of tests, as a process of its own: docs/payments.md.

const LONGEST_SLEEP_MS = 3_600_000
/** Timers of one moment are taken together. */
const SHORTEST_SLEEP_MS = 5

function openWorld(settings: Settings): { world: World; stop(): void } {
  const store = new Store(settings.file)
  const bank = new Bank(store, settings, rulesNow(store, settings.rules))
  if (settings.webhookUrl !== null) store.keep('webhook', settings.webhookUrl)
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const wake = () => {
    if (stopped) return
    clearTimeout(timer)
    const now = Date.now()
    const sleep = Math.min(bank.nextAt(), courier.nextAt(now)) - now
    timer = setTimeout(run, Math.min(Math.max(sleep, SHORTEST_SLEEP_MS), LONGEST_SLEEP_MS))
  }
  const run = () => {
    const now = Date.now()
    store.together(() => bank.advance(now))
    courier.deliver(now)
    wake()
  }
  const courier = new Courier(store, settings, wake)
  wake()
  return {
    // What changed by a request is looked at at once: a new balance may start what waits.
    world: { settings, store, bank, wake: () => setImmediate(() => !stopped && run()) },
    stop() {
      stopped = true
      clearTimeout(timer)
      courier.stop()
      store.close()
    },
  }
}

async function serve(
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://simulator')
  if (url.pathname.startsWith('/control/')) return control(world, request, response, url)
  return payoutApi(world, request, response, url)
}

function main(): void {
  // Its file says who was paid what.
  process.umask(0o077)
  const { world, stop } = openWorld(readSettings(process.env))
  const server = createServer((request, response) => {
    serve(world, request, response).catch((error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
      if (response.headersSent) return void response.socket?.destroy()
      refuse(response, { status: 500, description: 'It broke.', code: 'SERVER_ERROR' })
    })
  })
  const leave = () => {
    stop()
    process.exit(0)
  }
  server.on('error', (error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  })
  server.listen(world.settings.port, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo
    process.stdout.write(`${JSON.stringify({ port })}\n`)
  })
  // Ctrl-C reaches every process of a terminal: this one ends when its parent does, by its input.
  process.on('SIGINT', () => process.stdin.isTTY && leave())
  process.on('SIGTERM', leave)
  process.stdin.on('end', leave).on('close', leave).resume()
}

try {
  main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(2)
}
