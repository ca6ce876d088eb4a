import { sql } from 'kysely'
import { transaction, type Tx } from '../../../db/database.ts'
import { makeKeys } from '../../../lib/crypto.ts'
import { makeStaffChangeId } from '../../../lib/ids.ts'
import type { TestDatabase } from '../../../test/harness.ts'
import { move, movePoints } from '../../money/redemptions/index.ts'
import { takeTax, undoTax } from '../../money/tax/index.ts'

const keys = makeKeys(Buffer.alloc(32, 7))
const POINTS = 5
const ADMIN = { staffId: 1, role: 'admin' as const }
const WAYS = {
  dispatched: ['queue'],
  delivered: ['queue', 'pay'],
  returned: ['queue', 'fail'],
  restocked: ['queue', 'fail', 'give_up'],
} as const
type Goal = keyof typeof WAYS

/** Member 3 has a gift in every state that a parcel can be in, and a benefit from outside. */
export async function giveInEveryState({ db }: TestDatabase): Promise<void> {
  await transaction(db, async (tx) => {
    await sql`insert into gift (gift_id, code, name, points, value_paise, stock)
      overriding system value values (2, 'G2', 'Ladder', ${POINTS}, 900, 9)`.execute(tx)
    for (const goal of ['dispatched', 'delivered', 'returned', 'restocked'] as const) {
      await give(tx, goal)
    }
    await sql`insert into data_key (key_id, purpose, created_at) overriding system value
      values (960, 'seal', now())`.execute(tx)
    await sql`insert into data_key_secret (key_id, wrapped) values (960, '')`.execute(tx)
    await sql`insert into redemption_address (address_id, redemption_id, member_id,
        sealed, set_at)
      select gen_random_uuid(), redemption_id, member_id, '\\x02'::bytea || int4send(960), now() from redemption
      where number like 'RD-%' and kind = 'gift'`.execute(tx)
    await sql`insert into outside_file values (1, 'a.csv', 'x', now(), 1, now(), 1)`.execute(tx)
    await sql`insert into outside_file_row (file_id, line, given, member_id, value_paise)
      values (1, 2, '{}', 3, 100)`.execute(tx)
    await sql`insert into benefit (benefit_id, member_id, kind, financial_year, given_on,
        value_paise, words, recorded_at, outside_file_id, outside_line)
      values (99, 3, 'outside', 2026, '2026-11-20', 100, 'Trip', now(), 1, 2)`.execute(tx)
  })
}

async function give(tx: Tx, goal: Goal): Promise<void> {
  const at = new Date()
  const redemptionId = makeStaffChangeId(at.getTime())
  await sql`insert into redemption (redemption_id, number, member_id, kind, state, points,
      point_value_paise, amount_paise, benefit_paise, gift_id, approvals_needed, requested_at,
      requested_by, changed_at, key_digest, body_digest)
    values (${redemptionId}, ${`RD-${goal}`}, 3, 'gift', 'requested', ${POINTS}, 100, ${POINTS * 100},
      900, 2, 1, ${at}, 2, ${at}, ${Buffer.from(goal)}, '')`.execute(tx)
  await sql`insert into redemption_event (redemption_id, at, staff_id, role, action, state)
    values (${redemptionId}, ${at}, 2, 'cs', 'request', 'requested')`.execute(tx)
  await movePoints(tx, { redemptionId, memberId: 3, points: POINTS }, 'request', at)
  await move(tx, { keys }, redemptionId, { action: 'approve', by: ADMIN, at })
  const taxed = { redemptionId, paymentId: null, memberId: 3, memberKind: 'mason' as const, at }
  await takeTax({ config: {} }, tx, { ...taxed, kind: 'gift', valuePaise: 900 })
  for (const action of WAYS[goal]) await move(tx, { keys }, redemptionId, { action, by: ADMIN, at })
  const returned = goal === 'returned' || goal === 'restocked'
  if (returned) await undoTax(tx, { redemptionId }, at)
  await sql`insert into parcel (redemption_id, try, state, courier, tracking_number, dispatched_at,
      dispatched_by, delivered_at, returned_at)
    values (${redemptionId}, 1, ${goal}, 'Delhivery', ${goal}, ${at}, 1,
      ${goal === 'delivered' ? at : null}, ${returned ? at : null})`.execute(tx)
}

const WHERE = 'A gift is where its last parcel is'
const TRIES = 'Only the last parcel of a gift has not come back, and they are counted without a gap'
const ADDRESS = 'An address is of a gift, of its member, and of nobody who was erased'
const COUNTS = 'A gift that is on its way or delivered counts as a benefit, and no other does'
const TAX = 'The tax of a benefit is what its base bears at its rate, but for paise'
const OUTSIDE = 'A benefit from outside stands in a file that was applied'

/** What breaks each invariant of parcels and benefits, with its name. */
export const PARCEL_BREAKS: [string, string][] = [
  [WHERE, "update parcel set state = 'delivered' where state = 'dispatched'"],
  [WHERE, "update parcel set state = 'dispatched' where state = 'returned'"],
  [WHERE, "update redemption set state = 'approved' where number = 'RD-returned'"],
  [WHERE, "delete from parcel where state = 'delivered'"],
  [WHERE, "update redemption set kind = 'bank' where number = 'RD-restocked'"],
  [TRIES, "update parcel set try = 2 where state = 'returned'"],
  [
    TRIES,
    `insert into parcel select redemption_id, 2, 'returned', courier, 'two', dispatched_at,
      dispatched_by, null, now() from parcel where state = 'delivered'`,
  ],
  [ADDRESS, "update redemption set kind = 'bank' where number = 'RD-delivered'"],
  [ADDRESS, 'update redemption_address set member_id = 4'],
  [
    ADDRESS,
    `update member set erased_at = now(), name = 'Erased member', city = '', mobile = 'erased-3'
      where member_id = 3`,
  ],
  [COUNTS, "update benefit set undone_at = now() where kind = 'gift' and undone_at is null"],
  [COUNTS, "update benefit set undone_at = null where kind = 'gift'"],
  [COUNTS, "update benefit set value_paise = 901 where kind = 'gift'"],
  [COUNTS, "update benefit set member_id = 4 where kind = 'gift'"],
  [TAX, "update benefit set tax_paise = 50 where kind = 'gift'"],
  [TAX, "update benefit set base_paise = 900, rate_bps = 1000 where kind = 'gift'"],
  [OUTSIDE, 'update outside_file set applied_at = null'],
  [OUTSIDE, "update outside_file_row set problem = 'Bad'"],
  [OUTSIDE, "update benefit set value_paise = 1 where kind = 'outside'"],
]
