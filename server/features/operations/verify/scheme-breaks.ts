import { sql } from 'kysely'
import type { TestDatabase } from '../../../test/harness.ts'
import { attempt, makeLot, openEngine } from '../../programme/scans/engine.fixture.ts'

const SHOP = 103

/**
 * Members 4 and 5 scan with a capped scheme and one with slabs, in a shop that earns charges: freely
 * on lot 3; the three scans of lot 4 are held. Gives the reviews that they wait for.
 */
export async function earnInEveryWay(database: TestDatabase) {
  const { db } = database
  await sql`insert into scheme (scheme_id, name, kind, value, slabs, cap_per_member, from_at, to_at,
      priority, status, budget)
    overriding system value values
    (11, 'Capped', 'fixed', 6, null, 20, '2020-01-01', '2099-01-01', 2, 'active', 1000),
    (12, 'Slabs', 'slab', null, '[{"from": 2, "points": 3}]', null, '2020-01-01', '2099-01-01', 3,
      'active', 1000)`.execute(db)
  await sql`insert into member (member_id, code, mobile, name, kind, state, city, joined_at)
    overriding system value
    values (${SHOP}, 'M103', '9000000103', 'Shop', 'retailer', 27, 'Pune', now())`.execute(db)
  await sql`insert into member_account (member_id) values (${SHOP})`.execute(db)
  await sql`insert into charge_rule (kind, paise, from_day, created_by, created_at)
    values ('coupon', 150, '2020-01-01', 1, now())`.execute(db)
  const own = await makeLot(database, { batchId: 3, coupons: 10 })
  const sent = await makeLot(database, { batchId: 4, coupons: 3, sentToState: 9 })
  const engine = await openEngine(database)
  const scan = (lot: typeof own, index: number) =>
    engine.scan(attempt(lot, index, (index % 2) + 4, { retailerId: SHOP }))
  const held = await Promise.all([0, 1, 2].map((index) => scan(sent, index)))
  await Promise.all([...own.keys.keys()].map((index) => scan(own, index)))
  await engine.stop()
  return held.map(({ scanId }, index) => {
    const at = new Date()
    return { memberId: (index % 2) + 4, scanId, staffId: 1, reason: 'Looked at', at }
  })
}

const PROGRESS =
  'What members had of schemes with a cap or slabs is what their scans and transfers say'
const COUNTED = 'A scan is counted by schemes with slabs only, once each, when it was credited'
const BY_DAY = "The day's bonuses of a scheme are those of its transfers"
const CHARGE =
  'A charge is of a credited scan of somebody else that names its retailer, and stands as it does'
const BY_RULE = 'A charge is what a rule gives that was in force on its day'
const DUE = 'The charges of a day are those that became due on it'

export const SCHEME_BREAKS: readonly [string, string][] = [
  ['No scheme spends more than its budget', 'update scheme set budget = 1'],
  [
    'What a scheme has leased is what its slots were granted',
    'update scheme set leased = leased + 1',
  ],
  [
    'What a scheme spent and got back is what its transfers moved',
    'update scheme set returned = returned + 1',
  ],
  [
    'What a scheme spent and got back is what its transfers moved',
    'update scheme_lease set spent = spent - 1',
  ],
  [PROGRESS, 'update scheme_member set points = points + 1 where scheme_id = 11'],
  [PROGRESS, 'update scheme_member set points = points - 1 where scheme_id = 12'],
  [PROGRESS, 'update scheme_member set scans = scans + 1 where scheme_id = 12'],
  [PROGRESS, 'delete from scheme_member where member_id = 4 and scheme_id = 11'],
  [PROGRESS, 'insert into scheme_member values (1, 1, 0, 7)'],
  [PROGRESS, 'update scan set counted_in = null where review = 1'],
  [PROGRESS, 'update scan set review = 1 where review = 2'],
  [COUNTED, `update scan set counted_in = '{11}' where counted_in is not null`],
  [COUNTED, `update scan set counted_in = '{12,12}' where counted_in is not null`],
  [COUNTED, `update scan set counted_in = '{12}' where result = 6`],
  [
    'No member had more of a scheme than its cap',
    'update scheme set cap_per_member = 19 where scheme_id = 11',
  ],
  [BY_DAY, 'update rollup_scheme set points = points + 1 where scheme_id = 1'],
  [BY_DAY, 'update rollup_scheme set bonuses = bonuses - 1 where scheme_id = 12'],
  [BY_DAY, 'update rollup_scheme set day = day + 1'],
  [BY_DAY, 'delete from rollup_scheme where scheme_id = 11'],
  [CHARGE, 'update handling_charge set state = 1 where state = 0'],
  [CHARGE, 'update handling_charge set state = 0 where state = 2'],
  [CHARGE, 'update handling_charge set state = 2 where state = 1'],
  [CHARGE, 'update scan set retailer_id = null where review = 1'],
  [CHARGE, 'update handling_charge set member_id = 1 where state = 2'],
  [CHARGE, 'update handling_charge set retailer_id = member_id'],
  [CHARGE, `update scan set result = 6 where review = 1`],
  [BY_RULE, 'update handling_charge set rule_id = 99 where state = 0'],
  [BY_RULE, 'update handling_charge set paise = 149 where state = 2'],
  [BY_RULE, `update charge_rule set from_day = '2099-01-01'`],
  [DUE, 'update rollup_charge set paise = paise + 1'],
  [DUE, 'delete from rollup_charge where slot = 0'],
  [DUE, `update handling_charge set due_at = due_at - interval '1 day' where state = 1`],
]
