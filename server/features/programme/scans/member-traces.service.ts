import type { Context } from '../../../context.ts'
import type { Db, Tx } from '../../../db/database.ts'
import * as queries from './member-traces.queries.ts'

const PIECE = 1000

/** What a member's scans tell of them: how many there are, and with which devices. */
export async function scanTracesOf(db: Db | Tx, memberId: number) {
  const counts = await queries.countScans(db, memberId)
  const devices = await queries.devicesOf(db, memberId)
  return {
    counts,
    devices: devices.map(({ firstAt, lastAt, ...device }) => ({
      ...device,
      firstAt: firstAt.toISOString(),
      lastAt: lastAt.toISOString(),
    })),
  }
}

/**
 * Takes devices and places out of everything a member has scanned, piece by piece, so that no scan
 * waits long. Safe to run again.
 */
export async function forgetTraces(
  { db }: Pick<Context, 'db'>,
  memberId: number,
  signal?: AbortSignal,
): Promise<void> {
  let after: string | null = '0'
  while (after !== null && !signal?.aborted) {
    after = await queries.forgetPiece(db, { memberId, after, limit: PIECE })
  }
  signal?.throwIfAborted()
  await queries.forgetDevices(db, memberId)
}
