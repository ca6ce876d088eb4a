import pg from 'pg'

/** The time of a question is up: `connecting` where not even a connection stood by then. */
export class VendorTimeout extends Error {
  readonly connecting: boolean

  constructor(connecting: boolean) {
    super('The time is up.')
    this.connecting = connecting
  }
}

/** More questions wait than there is room for. */
export class VendorBusy extends Error {}

export type VendorPool = {
  /**
   * Runs `work` in a transaction that can only read, within the limit from the call to the answer:
   * the vendor's server cancels what takes longer. Throws VendorTimeout, VendorBusy or what pg throws.
   */
  ask<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T>
  stop(): Promise<void>
}

export type PoolOptions = {
  /** Most connections, which are opened when they are needed and closed after ten idle seconds. */
  size: number
  /** Questions at once, those included that wait for a connection. */
  room: number
  /** Milliseconds for a question. */
  limitMs: number
}

const IDLE_MS = 10_000
/** The server stops so much before we do, so that we hear of it and nothing is left running there. */
const EARLIER_MS = 100

export function openVendorPool(connection: pg.PoolConfig, options: PoolOptions): VendorPool {
  const { size, room, limitMs } = options
  const pool = new pg.Pool({
    ...connection,
    max: size,
    connectionTimeoutMillis: limitMs,
    idleTimeoutMillis: IDLE_MS,
    application_name: 'hil-meltag',
    keepAlive: true,
  })
  // A connection that is lost, idle or at work, is told by the next question: it must not end us.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  let asked = 0
  return {
    async ask(work) {
      if (asked >= room) throw new VendorBusy()
      asked++
      const end = performance.now() + limitMs
      try {
        return await withClient(pool, end, (client) => reading(client, end, work))
      } finally {
        asked--
      }
    },
    stop: () => pool.end(),
  }
}

async function withClient<T>(
  pool: pg.Pool,
  end: number,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const waits = pool.totalCount >= (pool.options.max ?? 1) && pool.idleCount === 0
  const client = await pool.connect().catch((error: unknown) => {
    throw performance.now() >= end - EARLIER_MS ? new VendorTimeout(!waits) : error
  })
  let whole = false
  try {
    const answer = await before(end, work(client))
    whole = true
    return answer
  } finally {
    // After any failure nobody knows what the connection still does: it is closed.
    client.release(!whole)
  }
}

async function reading<T>(
  client: pg.ClientBase,
  end: number,
  work: (client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  const leftMs = Math.max(1, Math.floor(end - performance.now() - EARLIER_MS))
  // In the transaction, not in the session: it holds behind a pooler of the vendor's as well.
  await client.query(`begin transaction read only; set local statement_timeout = ${leftMs}`)
  const answer = await work(client)
  await client.query('commit')
  return answer
}

async function before<T>(end: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const up = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new VendorTimeout(false)), end - performance.now())
  })
  try {
    return await Promise.race([work, up])
  } finally {
    clearTimeout(timer)
  }
}
