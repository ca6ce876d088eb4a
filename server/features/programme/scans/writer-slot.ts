import pg from 'pg'
import { connectionSettings } from '../../../db/database.ts'
import { MAX_SLOT, STAFF_SLOT, idMaker, type MakeId } from '../../../lib/ids.ts'
import type { Chain } from '../../platform/chain/index.ts'
import { Leases } from './leases.ts'
import { ROW_TYPE_NAMES, rowTypes, type RowTypes } from './row-types.ts'
import { SlotSeals } from './slot-seals.ts'

/** There is no connection, or it went away: whether its last transaction was committed is unknown. */
export class ConnectionLost extends Error {}

/** First half of the advisory lock that a slot is; the second is its number. */
const LOCK_SPACE = 4_711
const TIME_LIMITS = { statement_timeout: 5_000, query_timeout: 6_000 }
/**
 * How long a batch waits for a row. Batches of other slots hold theirs for some milliseconds; who
 * holds one longer, such as a change of thousands of coupons, must not hold up everybody's scans.
 */
const LOCK_WAIT_MS = 250
/**
 * The few statements of a slot are planned once and for all values, and never to read a whole table:
 * one that was small when it was planned may grow without the plan's notice.
 */
const PLANS = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off'
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
  readonly seals: SlotSeals
  readonly rowTypes: RowTypes
  readonly #client: pg.Client
  #lockWait = LOCK_WAIT_MS

  /** Connects and takes the lowest free slot. Throws ConnectionLost when that cannot be done. */
  static async open(connect: pg.ClientConfig, chain: Pick<Chain, 'mac'>): Promise<WriterSlot> {
    // With pipelining the lookups of a batch travel together: one round trip instead of four.
    const options = [connect.options, PLANS].filter(Boolean).join(' ')
    const client = new pg.Client({
      ...connectionSettings({ ...connect, options }),
      ...TIME_LIMITS,
      lock_timeout: LOCK_WAIT_MS,
      pipeline: true,
    })
    // Without a listener the end of a connection would end the process; queries report it anyway.
    client.on('error', () => {})
    try {
      await client.connect()
      const number = await freeSlot(client)
      const slot = new WriterSlot(client, { number, types: await readRowTypes(client), chain })
      await slot.leases.load()
      await slot.seals.load()
      return slot
    } catch (cause) {
      void client.end().catch(() => {})
      throw new ConnectionLost('The database cannot be reached.', { cause })
    }
  }

  private constructor(
    client: pg.Client,
    { number, types, chain }: { number: number; types: RowTypes; chain: Pick<Chain, 'mac'> },
  ) {
    this.#client = client
    this.number = number
    this.rowTypes = types
    this.makeId = idMaker(number)
    this.leases = new Leases(this)
    this.seals = new SlotSeals(this, chain)
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

  /** Sends the queries that `ask` makes in one piece. */
  together<T>(ask: () => T): T {
    const { stream } = this.#client.connection
    stream.cork()
    try {
      return ask()
    } finally {
      stream.uncork()
    }
  }

  /** How long a row is waited for from now on, in milliseconds; as at first when left out. */
  async waitForLocks(milliseconds = LOCK_WAIT_MS): Promise<void> {
    if (milliseconds === this.#lockWait) return
    await this.query({ text: `set lock_timeout = ${milliseconds}` })
    this.#lockWait = milliseconds
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

async function readRowTypes(client: pg.Client): Promise<RowTypes> {
  const { rows } = await client.query<{ name: string; oid: number }>(
    'select name, name::regtype::oid as oid from unnest($1::text[]) name',
    [ROW_TYPE_NAMES],
  )
  return rowTypes(rows)
}
