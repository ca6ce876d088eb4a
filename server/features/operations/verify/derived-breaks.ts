import type { TestDatabase } from '../../../test/harness.ts'
import { fillDistributorDays } from '../../people/belonging/index.ts'

const DAY_MS = 86_400_000

/** The days by distributor are filled, with some to come that have no scan. Call it when no more is scanned. */
export async function countByDistributor({ db }: TestDatabase): Promise<void> {
  const soon = new Date(Date.now() + 4 * DAY_MS)
  await fillDistributorDays({ db, now: () => soon })
}

const BY_DISTRIBUTOR =
  'The scans of a day by distributor are those of the members that belonged to it'
const LIABILITY = 'The liability of a day is that of the day before and what moved since'
const ORDER = 'The order of members by points knows every member as they are'
const BELONGS = 'A member belongs to the distributor that they came to last'
const LAST_DAY = 'day = (select max(day) from liability_day)'

export const DERIVED_BREAKS: readonly [string, string][] = [
  [BY_DISTRIBUTOR, 'update distributor_day set credited = credited + 1 where credited > 0'],
  [BY_DISTRIBUTOR, 'update distributor_day set points = points - 1 where credited > 0'],
  [BY_DISTRIBUTOR, 'update distributor_day set distributor_id = 901 where credited > 0'],
  [BY_DISTRIBUTOR, 'update distributor_day set day = day - 1 where credited > 0'],
  [BY_DISTRIBUTOR, 'insert into distributor_day select max(day), 901, 1, 1 from distributor_day'],
  [
    BY_DISTRIBUTOR,
    'delete from distributor_day where day = (select min(day) from distributor_day where credited = 0)',
  ],
  [
    BY_DISTRIBUTOR,
    "update member_distributor set distributor_id = 5, from_at = '2020-01-01' where member_id = 1",
  ],
  [LIABILITY, `update liability_day set brought = brought + 1 where ${LAST_DAY}`],
  [LIABILITY, `update liability_day set earned = earned + 1 where ${LAST_DAY}`],
  [LIABILITY, `update liability_day set redeemed = redeemed + 1 where ${LAST_DAY}`],
  [LIABILITY, `update liability_day set expired = expired + 1 where ${LAST_DAY}`],
  [LIABILITY, `update liability_day set adjusted = adjusted + 1 where ${LAST_DAY}`],
  [LIABILITY, 'update liability_day set available = available + 1, held = held - 1'],
  [LIABILITY, 'delete from liability_day where day = (select min(day) from liability_day)'],
  [
    LIABILITY,
    'update liability_day set day = day + 1 where day = (select max(day) from liability_day)',
  ],
  [ORDER, 'delete from member_points where member_id = 1'],
  [ORDER, "update member_points set kind = 'painter' where member_id = 1"],
  [ORDER, "update member_points set name_key = 'x' where member_id = 1"],
  [
    ORDER,
    'alter table member disable trigger all; update member set state = 9 where member_id = 1',
  ],
  [BELONGS, 'update member_distributor set distributor_id = 901 where member_id = 1'],
  [BELONGS, 'delete from member_distributor where member_id = 1'],
  [
    BELONGS,
    'alter table member disable trigger all; update member set distributor_id = 901 where member_id = 1',
  ],
]
