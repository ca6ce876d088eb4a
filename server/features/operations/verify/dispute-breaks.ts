import { sql } from 'kysely'
import { transaction } from '../../../db/database.ts'
import type { TestDatabase } from '../../../test/harness.ts'
import { attempt, makeLot, openEngine } from '../../programme/scans/engine.fixture.ts'
import { moveCredit } from '../../programme/scans/index.ts'

const LOT = 60
const SCANS_AGAIN = 2

/**
 * Two coupons of member 1 that member 2 claims: one is moved, one is proposed. Scans and points move
 * now, while the books are open; what is given writes the enquiries and disputes.
 */
export async function disputeTwo(database: TestDatabase): Promise<() => Promise<void>> {
  const lot = await makeLot(database, { batchId: LOT, coupons: 3 })
  const engine = await openEngine(database)
  const [first] = [await engine.scan(attempt(lot, 0, 1)), await engine.scan(attempt(lot, 1, 1))]
  const [claim] = [
    await engine.scan(attempt(lot, 0, SCANS_AGAIN)),
    await engine.scan(attempt(lot, 1, SCANS_AGAIN)),
  ]
  await engine.stop()
  const at = new Date()
  const moved = await transaction(database.db, (tx) =>
    moveCredit(tx, {
      review: { memberId: 1, scanId: first.scanId, staffId: 2, reason: 'Disputed', at },
      to: { memberId: SCANS_AGAIN, attemptId: claim.scanId, points: 40 },
    }),
  )
  return () => recordBoth(database, { moved, at })
}

async function recordBoth(
  database: TestDatabase,
  { moved, at }: { moved: string | null; at: Date },
): Promise<void> {
  const { db } = database
  await openBoth(database)
  await sql`update dispute set state = 'moved', note = 'Agreed', decided_by = 2,
      decided_at = ${at}, moved_scan_id = ${moved}
    where serial = 1`.execute(db)
  await sql`update enquiry set state = 'resolved', resolved_at = now(), answered_at = now(),
      due_at = null where enquiry_id = 601`.execute(db)
}

/** Enquiries 601 and 602, of the first and the second serial, each with a proposal. */
async function openBoth({ db }: TestDatabase): Promise<void> {
  await sql`
    insert into enquiry (enquiry_id, number, member_id, category, subject, state, opened_at,
      last_message_at, member_wrote_last, answer_by, resolve_by, due_at, scan_id, key_digest,
      body_digest)
    select 600 + s.serial, 'EQ10060' || s.serial, s.member_id, 'dispute', 'Mine', 'open', now(),
      now(), true, now() + interval '8 hours', now() + interval '72 hours',
      now() + interval '8 hours', s.id, int4send(600 + s.serial), ''
    from scan s where s.batch_id = ${LOT} and s.result = 2`.execute(db)
  await sql`
    insert into enquiry_message (enquiry_id, at, kind, body)
    select enquiry_id, last_message_at, 'member', 'Words' from enquiry
    where enquiry_id in (601, 602)`.execute(db)
  await sql`
    insert into dispute (enquiry_id, state, code_key, batch_id, serial, first_member_id,
      first_scan_id, claimant_id, claimant_scan_id, opened_at, outcome, reason, proposed_by,
      proposed_at)
    select 600 + c.serial, 'proposed', c.code_key, c.batch_id, c.serial, f.member_id, f.id,
      c.member_id, c.id, now(), 'move', 'Reasons', 1, now()
    from scan c join scan f on f.code_key = c.code_key and f.member_id = 1
    where c.batch_id = ${LOT} and c.result = 2`.execute(db)
}

const TOOK = 'A moved dispute took all that the first scan gave'
const GAVE = 'A moved dispute gave the claimant the coupon and its points, once'
const OPEN = 'A dispute is of its enquiry, which is open until somebody else has decided'
const CLAIM = 'A dispute claims by a scan that somebody else was first with, or that a dispute took'
const WAITS = 'A scan waits for a review when, and only when, it is flagged and credited'
const MOVED = 'select * from dispute where enquiry_id = 601'

export const DISPUTE_BREAKS: readonly [string, string][] = [
  [
    TOOK,
    `update scan set review = null from (${MOVED}) d
      where scan.member_id = d.first_member_id and scan.id = d.first_scan_id`,
  ],
  [
    TOOK,
    `update transfer set points = points - 1 where kind = 8 and member_id = 1
      and ref = (select first_scan_id from dispute where enquiry_id = 601)`,
  ],
  [TOOK, `update dispute set first_scan_id = 1 where enquiry_id = 601`],
  [GAVE, `update dispute set moved_scan_id = claimant_scan_id where enquiry_id = 601`],
  [GAVE, `update coupon set scanned_by = 1 where batch_id = ${LOT} and serial = 1`],
  [
    GAVE,
    `update transfer set points = points + 1 from (${MOVED}) d
      where transfer.member_id = d.claimant_id and transfer.ref = d.moved_scan_id`,
  ],
  [
    GAVE,
    `update dispute set state = 'moved', decided_by = 2, decided_at = now(),
      moved_scan_id = (select moved_scan_id from dispute where enquiry_id = 601)
      where enquiry_id = 602`,
  ],
  [OPEN, `update enquiry set state = 'resolved' where enquiry_id = 602`],
  [OPEN, `update enquiry set category = 'coupon' where enquiry_id = 602`],
  [OPEN, `update enquiry set member_id = 3 where enquiry_id = 601`],
  [OPEN, `update dispute set decided_by = proposed_by where enquiry_id = 601`],
  [OPEN, `update dispute set decided_by = null where enquiry_id = 601`],
  [CLAIM, `update scan set result = 3 where batch_id = ${LOT} and result = 2`],
  [CLAIM, `update dispute set serial = 3 where enquiry_id = 602`],
  [WAITS, `delete from dispute where enquiry_id = 601`],
]
