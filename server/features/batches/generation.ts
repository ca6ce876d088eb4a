import { hash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { COUPON_STATUSES } from '../../../contract/coupons.ts'
import { connectionSettings } from '../../db/database.ts'
import { codesOf } from '../coupons/codes.ts'

/** Rows made in one turn of the event loop: some 5 ms, while the server stores those before. */
const PIECE = 4_000
/** Advisory lock: one generation of a batch at a time, by batch number. */
const LOCK_SPACE = 4_712
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
  /** Called with the number of rows made so far; they are there for others when all is done. */
  onProgress?: (done: number) => void
  signal?: AbortSignal
}

/**
 * Stores the coupons of a batch, serials 1 to `quantity`, all printed, in one transaction of its own:
 * all that was missing or nothing, so after a crash it is simply called again. It continues after
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
      await pipeline(copyPieces(generation, stored), client.query(copyFrom(COPY)), { signal })
    }
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

/** COPY's binary form in pieces; between two of them the event loop serves others. */
async function* copyPieces(
  { batchId, quantity, batchKey, onProgress }: Generation,
  stored: number,
): AsyncGenerator<Buffer> {
  yield HEADER
  for (let done = stored; done < quantity;) {
    const count = Math.min(PIECE, quantity - done)
    yield rowsOf(batchId, done + 1, codesOf(batchKey, batchId, done + 1, count))
    done += count
    onProgress?.(done)
    await new Promise((resume) => setImmediate(resume))
  }
  yield TRAILER
}

const ROW_BYTES = 2 + (4 + 16) + (4 + 4) + (4 + 4) + (4 + 2)

/** Each row: how many fields, then every field after its length. The key is made as codeKey does. */
function rowsOf(batchId: number, fromSerial: number, codes: readonly string[]): Buffer {
  const rows = Buffer.allocUnsafe(codes.length * ROW_BYTES)
  let at = 0
  codes.forEach((code, i) => {
    at = rows.writeInt16BE(4, at)
    at = rows.writeInt32BE(16, at)
    at = rows.writeInt32BE(batchId, at)
    at += rows.write(hash('sha256', code, 'binary'), at, 12, 'latin1')
    at = rows.writeInt32BE(4, at)
    at = rows.writeInt32BE(batchId, at)
    at = rows.writeInt32BE(4, at)
    at = rows.writeInt32BE(fromSerial + i, at)
    at = rows.writeInt32BE(2, at)
    at = rows.writeInt16BE(COUPON_STATUSES.printed, at)
  })
  return rows
}
