import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { COUPON_STATUSES } from '../../../../contract/programme/coupons.ts'
import { connectionSettings } from '../../../db/database.ts'
import { cartonKeyOf, codeKeysOf, codesOf } from './codes.ts'

/** Codes made in one turn of the event loop: some 2 ms. */
const PIECE = 4_000
/**
 * Rows that go to the server in the order of their keys, the next ones made while it stores these. The
 * index then takes them page by page, at half the cost of any order; and a lot that is activated is
 * one or two rows of a page, which the room left there takes. See docs/decisions/0011.
 */
const RUN = 16 * PIECE
/** Advisory lock: one generation of a batch at a time, by batch number. No other lock may share its space. */
const LOCK_SPACE = 4_713
/** A million rows take some five seconds; the usual limit of a statement is for pages. */
const LONGEST_COPY = '15min'
const COPY = 'copy coupon (code_key, batch_id, serial, status) from stdin (format binary)'
const HEADER = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)])
const TRAILER = Buffer.from([0xff, 0xff])

export type Generation = {
  batchId: number
  quantity: number
  /** The batch's own key, 32 bytes, as codesOf takes it. */
  batchKey: Buffer
  /** Packs of a carton; null or left out where there are none. */
  cartonSize?: number | null
  /** Called with the number of rows made so far; they are there for others when all is done. */
  onProgress?: (done: number) => void
  signal?: AbortSignal
}

/**
 * Stores the coupons of a batch, serials 1 to `quantity`, all printed, and its cartons, in one
 * transaction of its own: all that was missing or nothing, so after a crash it is simply called again. It continues after
 * the rows that are there and does nothing when none is missing; two at once go one after the other.
 * `client` is a plain connection outside of a transaction.
 */
export async function generateCoupons(client: pg.Client, generation: Generation): Promise<void> {
  const { batchId, quantity, onProgress, signal } = generation
  await client.query('begin')
  try {
    await client.query(`set local statement_timeout = '${LONGEST_COPY}'`)
    await client.query('select pg_advisory_xact_lock($1, $2)', [LOCK_SPACE, batchId])
    const stored = await storedCoupons(client, batchId)
    onProgress?.(stored)
    if (stored < quantity) {
      const runs = Readable.from(copyRuns(generation, stored))
      await pipeline(runs, client.query(copyFrom(COPY)), { signal })
    }
    await storeCartons(client, generation)
    await client.query('commit')
  } catch (error) {
    // Fails where the connection is gone, and then the server has rolled back already.
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** The same on a connection of its own. */
export async function storeCoupons(
  connect: pg.ClientConfig,
  generation: Generation,
): Promise<void> {
  const client = new pg.Client(connectionSettings(connect))
  client.on('error', () => {})
  await client.connect()
  try {
    await generateCoupons(client, generation)
  } finally {
    await client.end()
  }
}

/** Counted by the key, which begins with the batch number: there is no index on the batch. */
async function storedCoupons(client: pg.Client, batchId: number): Promise<number> {
  const prefix = batchId.toString(16).padStart(8, '0')
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from coupon where code_key between $1 and $2',
    [`${prefix}-0000-0000-0000-000000000000`, `${prefix}-ffff-ffff-ffff-ffffffffffff`],
  )
  return rows[0]?.count ?? 0
}

/** The cartons that are missing; the last one holds what is left. */
async function storeCartons(
  client: pg.Client,
  { batchId, quantity, batchKey, cartonSize }: Generation,
): Promise<void> {
  if (!cartonSize) return
  const cartons = Math.ceil(quantity / cartonSize)
  const key = cartonKeyOf(batchKey)
  for (let first = 1; first <= cartons; first += PIECE) {
    const keys = codeKeysOf(key, batchId, first, Math.min(PIECE, cartons - first + 1))
    await client.query(
      `insert into carton (code_key, batch_id, carton)
       select key, $1, $2 + place - 1 from unnest($3::uuid[]) with ordinality as k (key, place)
       on conflict (code_key) do nothing`,
      [batchId, first, keys],
    )
  }
}

/** COPY's binary form in runs; while one is made the event loop serves others. */
async function* copyRuns(generation: Generation, stored: number): AsyncGenerator<Buffer> {
  yield HEADER
  for (let done = stored; done < generation.quantity; done += RUN) {
    const count = Math.min(RUN, generation.quantity - done)
    const rows = await rowsOf(generation, done + 1, count)
    await othersTurn()
    const order = keyOrder(rows)
    await othersTurn()
    yield arrange(rows, order)
  }
  yield TRAILER
}

// A row says how many fields it has, then every field after its length.
const DIGEST_AT = 2 + 4 + 4
const DIGEST_BYTES = 12
const SERIAL_AT = DIGEST_AT + DIGEST_BYTES + (4 + 4) + 4
const ROW_BYTES = SERIAL_AT + 4 + (4 + 2)

/** A row of the batch but for the rest of its key and its serial. */
function blankRow(batchId: number): Buffer {
  const row = Buffer.alloc(ROW_BYTES)
  let at = row.writeInt16BE(4)
  at = row.writeInt32BE(16, at)
  at = row.writeInt32BE(batchId, at) + DIGEST_BYTES
  at = row.writeInt32BE(4, at)
  at = row.writeInt32BE(batchId, at)
  row.writeInt32BE(4, at)
  at = row.writeInt32BE(2, SERIAL_AT + 4)
  row.writeInt16BE(COUPON_STATUSES.printed, at)
  return row
}

/** The rows of a run of serials in their order, keys made as codeKey does. */
async function rowsOf(
  { batchId, batchKey, onProgress }: Generation,
  fromSerial: number,
  count: number,
): Promise<Buffer> {
  const rows = Buffer.alloc(count * ROW_BYTES, blankRow(batchId))
  for (let made = 0; made < count;) {
    await othersTurn()
    const codes = codesOf(batchKey, batchId, fromSerial + made, Math.min(PIECE, count - made))
    for (const code of codes) {
      const at = made * ROW_BYTES
      rows.write(hash('sha256', code, 'binary'), at + DIGEST_AT, DIGEST_BYTES, 'latin1')
      rows.writeInt32BE(fromSerial + made++, at + SERIAL_AT)
    }
    onProgress?.(fromSerial + made - 1)
  }
  return rows
}

const othersTurn = () => new Promise((resume) => setImmediate(resume))

/** A place in a run has 16 bits; with 32 of the key before it, it is a whole number a float holds. */
const PLACES = 2 ** 16

/** The places in the order of the keys' first 32 random bits: near enough for the index. */
function keyOrder(rows: Buffer): Float64Array {
  const order = new Float64Array(rows.length / ROW_BYTES)
  for (let place = 0; place < order.length; place++) {
    order[place] = rows.readUInt32BE(place * ROW_BYTES + DIGEST_AT) * PLACES + place
  }
  return order.sort()
}

function arrange(rows: Buffer, order: Float64Array): Buffer {
  const arranged = Buffer.allocUnsafe(rows.length)
  let at = 0
  for (const value of order) {
    const from = (value & (PLACES - 1)) * ROW_BYTES
    at += rows.copy(arranged, at, from, from + ROW_BYTES)
  }
  return arranged
}
