import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type pg from 'pg'

export type DatabaseProxy = {
  /** The database's address by way of this; `settings` are the connection's. */
  url(settings?: Record<string, string>): string
  /** How many connections go through it now. */
  open(): number
  /** The database is gone: what is connected is cut, and whoever comes is refused. */
  cut(): Promise<void>
  /** The database is silent: it takes everything and answers nothing. */
  hush(): void
  /** It is back, for those who come now: what was connected in the silence hears nothing ever again. */
  restore(): Promise<void>
  stop(): Promise<void>
}

type Pair = { client: Socket; database: Socket | null }

/** Stands between a process and a test's database, which others go on using. */
export async function proxyTo({
  host,
  port,
  user,
  database,
}: pg.ClientConfig): Promise<DatabaseProxy> {
  const socket = `${host}/.s.PGSQL.${port}`
  const pairs = new Set<Pair>()
  let silent = false
  const server = createServer((client) => {
    const pair = { client, database: silent ? null : connect(socket) }
    pairs.add(pair)
    for (const one of ends(pair)) {
      // A test cuts them; the other end is told by its own end.
      one.on('error', () => {}).once('close', () => drop(pair))
    }
    join(pair)
  })
  const drop = (pair: Pair) => {
    pairs.delete(pair)
    for (const one of ends(pair)) one.destroy()
  }
  const listen = (at: number) => once(server.listen(at, '127.0.0.1'), 'listening')
  await listen(0)
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The proxy has no port.')
  const cut = async () => {
    if (!server.listening) return
    const closed = once(server.close(), 'close')
    for (const pair of pairs) drop(pair)
    await closed
  }
  return {
    url: (settings = {}) =>
      `postgres://${user}@127.0.0.1:${address.port}/${database}?${new URLSearchParams(settings)}`,
    open: () => pairs.size,
    cut,
    hush() {
      silent = true
      for (const pair of pairs) part(pair)
    },
    async restore() {
      silent = false
      if (!server.listening) await listen(address.port)
    },
    stop: cut,
  }
}

const ends = ({ client, database }: Pair) => (database ? [client, database] : [client])

function join({ client, database }: Pair): void {
  if (database === null) return void client.resume()
  client.pipe(database)
  database.pipe(client)
}

function part({ client, database }: Pair): void {
  client.unpipe().resume()
  database?.unpipe().pause()
}
