import { setImmediate as nextTurn } from 'node:timers/promises'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { MEMBER_KINDS } from '../../../../contract/people/members.ts'
import { REVIEWS, SCAN_RESULTS } from '../../../../contract/programme/scans.ts'
import { firstIdAt } from '../../../lib/ids.ts'
import type { ScanPlayed } from './simulation-play.ts'

/** So long may the scans of a month be read; the usual limit of a statement is for pages. */
const LONGEST_COPY = '10min'
const ID_EPOCH_MS = Date.UTC(2025, 0, 1)
const IST_MS = 330 * 60_000
const DAY_MS = 86_400_000
const [TAB, ZERO] = [0x09, 0x30]

/** The calendar day in Asia/Kolkata as days since 1970. */
const dayNumber = (ms: number): number => Math.floor((ms + IST_MS) / DAY_MS)
/** The same as a date. */
export const dayOfNumber = (day: number): string =>
  new Date(day * DAY_MS).toISOString().slice(0, 10)

const KIND_NUMBER = `array_position(array[${MEMBER_KINDS.map((kind) => `'${kind}'`).join(', ')}], kind)`
const MEMBERS = `select member_id, ${KIND_NUMBER} - 1, coalesce(distributor_id, 0) from member`
const scansOf = (fromAt: Date, toAt: Date) =>
  `select id >> 22, member_id, state, batch_id from scan
   where id >= ${firstIdAt(fromAt)} and id < ${firstIdAt(toAt)} and batch_id is not null
     and result = ${SCAN_RESULTS.credited} and review is distinct from ${REVIEWS.indexOf('reversed')}
   order by id`

/**
 * Reads credited scans that were not reversed, in the order of recording, and gives them to `play`.
 * Base points and product are the batch's, the state the scan's, type and distributor the member's of
 * now. `afterPiece` comes after some thousand rows and holds the rest up; what it throws ends it.
 * `client` is a plain connection; a reading that ends early leaves it of no more use.
 */
export async function readScans(
  client: pg.Client,
  { fromAt, toAt }: { fromAt: Date; toAt: Date },
  play: (scan: ScanPlayed) => void,
  afterPiece: () => Promise<void>,
): Promise<void> {
  await client.query(`set statement_timeout = '${LONGEST_COPY}'`)
  await client.query('begin isolation level repeatable read read only')
  const members = await readMembers(client)
  const batches = await readBatches(client)
  const take = wholeNumbers(4, ([ms = 0, memberId = 0, state = 0, batchId = 0]) => {
    const batch = batches.get(batchId)
    if (!batch) return
    const kind = MEMBER_KINDS[members.kinds[memberId] ?? 0] ?? MEMBER_KINDS[0]
    const distributorId = members.distributors[memberId] || null
    const day = dayNumber(ID_EPOCH_MS + ms)
    play({ memberId, state, kind, distributorId, day, ...batch })
  })
  for await (const piece of inTurns(
    client.query(copyTo(`copy (${scansOf(fromAt, toAt)}) to stdout`)),
  )) {
    take(piece)
    await afterPiece()
  }
  await client.query('commit')
}

/** Lets others have their turn after each piece: a socket that is full is read many times in one. */
async function* inTurns(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    yield piece
    await nextTurn()
  }
}

/** Of every member what schemes ask, by their number: a join for each scan would cost more. */
async function readMembers(client: pg.Client) {
  const { rows } = await client.query<{ size: number }>(
    'select coalesce(max(member_id), 0) + 1 as size from member',
  )
  const size = rows[0]?.size ?? 1
  const [kinds, distributors] = [new Uint8Array(size), new Int32Array(size)]
  const take = wholeNumbers(3, ([memberId = 0, kind = 0, distributorId = 0]) => {
    kinds[memberId] = kind
    distributors[memberId] = distributorId
  })
  const copy = client.query(copyTo(`copy (${MEMBERS}) to stdout`))
  for await (const piece of inTurns(copy)) take(piece)
  return { kinds, distributors }
}

async function readBatches(client: pg.Client) {
  const { rows } = await client.query<{ batchId: number; productId: number; points: number }>(
    'select batch_id as "batchId", product_id as "productId", points from coupon_batch',
  )
  return new Map(rows.map(({ batchId, ...batch }) => [batchId, batch]))
}

/**
 * Takes the text of a COPY of rows of whole numbers from 0 on, in pieces that may end anywhere, and
 * gives each row. The row is the same array each time.
 */
export function wholeNumbers(columns: number, onRow: (row: readonly number[]) => void) {
  const row = Array<number>(columns).fill(0)
  let [column, value] = [0, 0]
  return (piece: Uint8Array): void => {
    for (const byte of piece) {
      if (byte >= ZERO) {
        value = value * 10 + byte - ZERO
        continue
      }
      row[column] = value
      value = 0
      if (byte === TAB) column++
      else {
        onRow(row)
        column = 0
      }
    }
  }
}
