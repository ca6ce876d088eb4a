import { randomUUID } from 'node:crypto'
import { SCAN_RESULTS } from '../../../../contract/programme/scans.ts'
import type { Db } from '../../../db/database.ts'
import { firstIdAt } from '../../../lib/ids.ts'

let made = 0n
/** Of any moment, also an earlier one than the last. */
const makeId = (at: Date) => String(BigInt(firstIdAt(at)) + ++made)

export type ScanGiven = {
  member: number
  at: Date
  occurred?: Date
  batch?: number
  serial?: number
  place?: { lat: number; lng: number }
  device?: string
  retailer?: number
  aheadS?: number
  result?: keyof typeof SCAN_RESULTS
}

/** Rows of scans as the engine leaves them, but without points: for what only reads scans. */
export async function insertScans(db: Db, scans: readonly ScanGiven[]): Promise<string[]> {
  const rows = scans.map(({ member, at, occurred, batch, serial, place, device, ...more }) => ({
    id: makeId(at),
    code_key: randomUUID(),
    occurred_at: occurred ?? at,
    recorded_at: at,
    member_id: member,
    retailer_id: more.retailer ?? null,
    batch_id: batch ?? 1,
    serial: serial ?? 1,
    points: 0,
    lat: place?.lat ?? null,
    lng: place?.lng ?? null,
    device: device ?? null,
    result: SCAN_RESULTS[more.result ?? 'credited'],
    state: 27,
    clock_ahead_s: more.aheadS ?? null,
  }))
  await db.insertInto('scan').values(rows).execute()
  return rows.map(({ id }) => id)
}
