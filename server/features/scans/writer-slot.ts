import pg from 'pg'
import { connectionSettings } from '../../db/database.ts'
import { MAX_SLOT, STAFF_SLOT, idMaker, type MakeId } from '../../lib/ids.ts'
import { Leases } from './leases.ts'

/** There is no connection, or it went away: whether its last transaction was committed is unknown. */
export class ConnectionLost extends Error {}

/** First half of the advisory lock that a slot is; the second is its number. */
const LOCK_SPACE = 4_711
const TIME_LIMITS = { statement_timeout: 5_000, lock_timeout: 3_000, query_timeout: 8_000 }
/** Connection errors (class 08) and sessions ended by the server (57P01 to 57P05). */
const SESSION_ENDED = /^(08|57P)/

/**
 * A connection that owns one writer slot as long as it lives, by an advisory lock on the slot's number.
 * Rollup and lease rows carry that number and are touched by nobody else, so they are never waited for.
 */
export class WriterSlot {
  readonly number: number
  readonly makeId: MakeId
  readonly leases: Leases
  readonly #client: pg.Client

  /** Connects and takes the lowest free slot. Throws ConnectionLost when that cannot be done. */
  static async open(connect: pg.ClientConfig): Promise<WriterSlot> {
    // With pipelining the lookups of a batch travel together: one round trip instead of four.
    const client = new pg.Client({ ...connectionSettings(connect), ...TIME_LIMITS, pipeline: true })
    // Without a listener the end of a connection would end the process; queries report it anyway.
    client.on('error', () => {})
    try {
      await client.connect()
      const number = await freeSlot(client)
      const slot = new WriterSlot(client, number)
      await slot.leases.load()
      return slot
    } catch (cause) {
      void client.end().catch(() => {})
      throw new ConnectionLost('The database cannot be reached.', { cause })
    }
  }

  private constructor(client: pg.Client, number: number) {
    this.#client = client
    this.number = number
    this.makeId = idMaker(number)
    this.leases = new Leases(this)
  }

  /** Rows of a query. Throws ConnectionLost when the connection ended, else the database's error. */
  async query<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<Row[]> {
    try {
      const { rows } = await this.#client.query<Row>(query)
      return rows
    } catch (cause) {
      const own = cause instanceof pg.DatabaseError && !SESSION_ENDED.test(cause.code ?? '')
      throw own ? cause : new ConnectionLost('The connection to the database was lost.', { cause })
    }
  }

  /** Gives unspent budget back and ends the connection, and with it the ownership of the slot. */
  async close(): Promise<void> {
    await this.leases.giveBack()
    await this.#client.end()
  }

  /** Lets go of a connection that is of no more use. */
  abandon(): void {
    void this.#client.end().catch(() => {})
  }
}

async function freeSlot(client: pg.Client): Promise<number> {
  for (let number = STAFF_SLOT + 1; number <= MAX_SLOT; number++) {
    const { rows } = await client.query<{ free: boolean }>(
      'select pg_try_advisory_lock($1, $2) as free',
      [LOCK_SPACE, number],
    )
    if (rows[0]?.free) return number
  }
  throw new Error(`All ${MAX_SLOT} writer slots are taken.`)
}
