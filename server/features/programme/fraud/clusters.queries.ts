import { sql } from 'kysely'
import { CLUSTERED_SCANS } from '../../../../contract/programme/held-scans.ts'
import { FLAGS } from '../../../../contract/programme/flag-words.ts'
import type { ScanFlag } from '../../../../contract/programme/scan-flags.ts'
import { OPEN_REVIEWS, REVIEWS } from '../../../../contract/programme/scans.ts'
import type { Db } from '../../../db/database.ts'
import type { MemberNamed, OpenScan } from './clusters.ts'

const indexOf = (review: (typeof REVIEWS)[number]) => REVIEWS.indexOf(review)

type Found = Omit<OpenScan, 'review' | 'flags'> & { review: number; flags: string[] }

/** The newest scans that wait for a person and for no decision, one more than are looked at. */
export async function openScans(db: Db): Promise<OpenScan[]> {
  const { rows } = await sql<Found>`
    select s.member_id as "memberId", s.id as "scanId", s.recorded_at as "recordedAt", s.points,
      s.review, s.flags, s.device, s.lat, s.lng,
      coalesce(b.retailer_id, s.retailer_id) as "retailerId", r.name as "retailerName"
    from (${sql.join(OPEN_REVIEWS.map(newestOf), sql` union all `)}) s
    left join member_belonging b on b.member_id = s.member_id and b.retailer_id is not null
      and (s.recorded_at at time zone 'Asia/Kolkata')::date
        between b.from_day and coalesce(b.to_day, '9999-12-31')
    left join member r on r.member_id = coalesce(b.retailer_id, s.retailer_id)
    order by s.id desc limit ${CLUSTERED_SCANS + 1}`.execute(db)
  return rows.map(({ review, flags, ...row }) => ({
    ...row,
    review: review === indexOf('waiting') ? 'waiting' : 'flagged',
    flags: flags.filter((flag): flag is ScanFlag => flag in FLAGS),
  }))
}

const newestOf = (review: (typeof OPEN_REVIEWS)[number]) => sql`(
  select * from scan where review = ${indexOf(review)} and not exists (
    select from scan_decision_item i
    where i.member_id = scan.member_id and i.scan_id = scan.id and i.state = 'waiting')
  order by id desc limit ${CLUSTERED_SCANS + 1})`

export async function namesOf(db: Db, memberIds: readonly number[]): Promise<MemberNamed[]> {
  if (memberIds.length === 0) return []
  return db
    .selectFrom('member')
    .select(['member_id as memberId', 'code as memberCode', 'name as memberName'])
    .where('member_id', '=', sql<number>`any(${memberIds}::int[])`)
    .orderBy('member_id')
    .execute()
}

/** What became of the scans that each rule held or flagged. */
export async function outcomesByFlag(db: Db) {
  const open = OPEN_REVIEWS.map(indexOf)
  const { rows } = await sql<{
    flag: string
    scans: number
    open: number
    released: number
    reversed: number
  }>`
    select flag, count(*)::int as scans,
      (count(*) filter (where review = any(${open}::int[])))::int as open,
      (count(*) filter (where review = ${indexOf('released')}))::int as released,
      (count(*) filter (where review = ${indexOf('reversed')}))::int as reversed
    from scan cross join unnest(flags) flag where review is not null group by flag`.execute(db)
  return rows
}
