import { sql } from 'kysely'
import { COUNT_LIMIT } from '../../../../contract/paging.ts'
import { SCAN_RESULTS } from '../../../../contract/programme/scans.ts'
import type { Db, Tx } from '../../../db/database.ts'

/** A member's devices are told from so many of their newest scans. */
const SCANS_READ = 1000
const DEVICES_SHOWN = 20

/** A member's attempts and the credited ones among them, counted over the newest 10,000 at most. */
export async function countScans(db: Db | Tx, memberId: number) {
  const { rows } = await sql<{ scans: number; credited: number }>`
    select count(*)::int as scans,
      (count(*) filter (where result = ${SCAN_RESULTS.credited}))::int as credited
    from (select result from scan where member_id = ${memberId}
      order by id desc limit ${COUNT_LIMIT + 1}) as newest`.execute(db)
  return rows[0] ?? { scans: 0, credited: 0 }
}

/**
 * The devices of a member's newest scans. How many others used one is told by what the flags count
 * of it, the members credited on it in a day, kept for today and yesterday: finding them in all scans
 * would take an index that every scan pays for.
 */
export async function devicesOf(db: Db | Tx, memberId: number) {
  const { rows } = await sql<{
    device: string
    firstAt: Date
    lastAt: Date
    scans: number
    others: number
  }>`
    select d.device, d.first_at as "firstAt", d.last_at as "lastAt", d.scans,
      coalesce((
        select max(s.count - case when s.day = any(d.credited_days) then 1 else 0 end)
        from scan_signal s where s.key = 'd:' || d.device
      ), 0) as others
    from (
      select device, min(recorded_at) as first_at, max(recorded_at) as last_at,
        count(*)::int as scans,
        array_agg((recorded_at at time zone 'Asia/Kolkata')::date)
          filter (where result = ${SCAN_RESULTS.credited}) as credited_days
      from (select device, recorded_at, result from scan where member_id = ${memberId}
        order by id desc limit ${SCANS_READ}) as newest
      where device is not null
      group by device order by last_at desc, device limit ${DEVICES_SHOWN}
    ) d
    order by d.last_at desc, d.device`.execute(db)
  return rows
}

/**
 * Takes devices and places out of a piece of a member's scans, those after an id. Gives the last id
 * of the piece, null when there are no more.
 */
export async function forgetPiece(
  db: Db,
  { memberId, after, limit }: { memberId: number; after: string; limit: number },
): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`
    with piece as (
      select id from scan where member_id = ${memberId} and id > ${after}::bigint
      order by id limit ${limit}
    ), forgotten as (
      update scan set device = null, lat = null, lng = null
      where member_id = ${memberId} and id in (select id from piece)
        and (device is not null or lat is not null or lng is not null)
    )
    select max(id) as last from piece`.execute(db)
  return rows[0]?.last ?? null
}

/** The devices that the flags count a member on, by which the account would name them for a day. */
export async function forgetDevices(db: Db, memberId: number): Promise<void> {
  await db
    .updateTable('member_account')
    .set({ devices: [], known_devices: [] })
    .where('member_id', '=', memberId)
    .execute()
}
