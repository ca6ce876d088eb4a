import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { buffer } from 'node:stream/consumers'
import { isReady } from '../../../server/test/launch.ts'

const POLL_MS = 100
const LONGEST_MS = 60_000

type Backend = { port: number; url: string; ready: boolean; goes: boolean; agent: http.Agent }

export type Proxy = {
  url: string
  /** Waits until requests go to each of the backends. */
  untilAllReady(): Promise<void>
  /** Requests that went to the other backend, because the first took no connection. */
  refused(): number
  /** Lets a backend go: what it refuses meanwhile is a failure, however politely it does so. */
  goes<T>(port: number, stop: () => Promise<T>): Promise<T>
  stop(): Promise<void>
}

/**
 * A load balancer as plain as they come: it looks at /readyz ten times a second, gives requests in turn
 * to those that are ready over connections that it keeps, and tries the next one only where no
 * connection could be made. A request that was sent is never sent again.
 */
export async function startProxy(ports: readonly number[]): Promise<Proxy> {
  const backends: Backend[] = ports.map((port) => ({
    port,
    url: `http://127.0.0.1:${port}`,
    ready: false,
    goes: false,
    agent: new http.Agent({ keepAlive: true }),
  }))
  const looking = new AbortController()
  const looks = Promise.all(backends.map((backend) => watch(backend, looking.signal)))
  let turn = 0
  let refused = 0
  const answer = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const body = await buffer(request)
    const ready = backends.filter((backend) => backend.ready)
    const inTurn = ready.map((_, index) => ready[(turn + index) % ready.length])
    turn++
    for (const backend of inTurn) {
      if (!backend || (await pass(backend, { request, body, response }))) return
      refused++
    }
    response.writeHead(502).end('{"message":"The proxy found no server."}')
  }
  // A client's connection stays: one that we ended at rest could be used at that very moment.
  const server = http.createServer({ keepAliveTimeout: 0 }, (request, response) => {
    // A client that broke off while still sending gets no answer.
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async untilAllReady() {
      for (const end = Date.now() + LONGEST_MS; !backends.every(({ ready }) => ready);) {
        if (Date.now() > end) throw new Error('A server did not become ready for the proxy.')
        await pause(20)
      }
    },
    refused: () => refused,
    async goes(at, stop) {
      const [backend] = backends.filter((one) => one.port === at)
      if (!backend) throw new Error(`Nothing listens on ${at}.`)
      backend.goes = true
      return stop().finally(() => (backend.goes = false))
    },
    async stop() {
      looking.abort()
      await looks
      for (const { agent } of backends) agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function watch(backend: Backend, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    backend.ready = await isReady(backend.url)
    await pause(POLL_MS, null, { signal }).catch(() => {})
  }
}

type Passing = { request: IncomingMessage; body: Buffer; response: ServerResponse }

/** Passes a request on; false where no connection could be made, and so nothing was sent. */
function pass(backend: Backend, { request, body, response }: Passing): Promise<boolean> {
  const { port, agent } = backend
  const { method = 'GET', url, headers } = request
  const { connection: _, ...rest } = headers
  return new Promise((resolve) => {
    const sent = http.request({ port, host: '127.0.0.1', method, path: url, headers: rest, agent })
    sent.once('response', (answer) => {
      const { connection: _, ...told } = answer.headers
      // Too busy it may be; but one that is about to go must not refuse what it was given.
      const isRefused = answer.statusCode === 503 && backend.goes
      if (isRefused) delete told['retry-after']
      response.writeHead(isRefused ? 502 : (answer.statusCode ?? 502), told)
      answer.once('error', () => response.destroy())
      answer.pipe(response)
      response.once('close', () => resolve(true))
    })
    sent.once('error', (error) => {
      if ('code' in error && error.code === 'ECONNREFUSED') return resolve(false)
      const message = `The server ended the connection: ${error.message}`
      if (response.headersSent) response.destroy()
      else response.writeHead(502).end(JSON.stringify({ message }))
      resolve(true)
    })
    sent.end(body)
  })
}
