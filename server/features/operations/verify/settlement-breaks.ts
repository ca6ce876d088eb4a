import { readConfig } from '../../../config.ts'
import { transaction } from '../../../db/database.ts'
import { makeKeys } from '../../../lib/crypto.ts'
import type { TestDatabase } from '../../../test/harness.ts'
import { beginAuditChain } from '../../platform/audit/index.ts'
import { fillLiabilityDays } from '../../money/liability/index.ts'
import { startValues } from '../../platform/rules/index.ts'
import {
  approveSettlements,
  computeSettlements,
  endOfMonth,
  monthAfter,
  monthOf,
} from '../../money/settlements/index.ts'

const DAY_MS = 86_400_000
const keys = makeKeys(Buffer.alloc(32, 7))

/**
 * The month of now is approved and the one after it computed, by a clock that stands after both; the
 * days up to today are filled. Call it last: the books are closed then.
 */
export async function settleTwoMonths({ db }: TestDatabase): Promise<void> {
  await transaction(db, (tx) => beginAuditChain(tx, keys))
  const month = monthOf(new Date())
  const next = monthAfter(month)
  const config = readConfig({ DATABASE_URL: 'postgres://none', MASTER_KEY: '00'.repeat(32) })
  const rules = { at: () => startValues(config) }
  const now = () => new Date(endOfMonth(next).getTime() + DAY_MS)
  for (const each of [month, next]) {
    await computeSettlements({ db, keys, rules, now }, { month: each, staffId: 1 })
  }
  await approveSettlements(
    {
      context: { db, keys, now },
      caller: {
        kind: 'staff',
        staffId: 2,
        role: 'admin',
        name: 'B',
        email: 'b@hil.example',
        plantId: null,
        sessionHash: Buffer.alloc(32),
      },
      origin: { requestId: 'test', address: '127.0.0.1', userAgent: undefined },
    },
    { month, distributorIds: [0] },
  )
  const soon = new Date(Date.now() + 2 * DAY_MS)
  await fillLiabilityDays({ db, now: () => soon })
}

const EQUALS = 'An approved settlement equals the ledger of its month'
const SUMS = 'The settlements of a month come to the ledger of the month'
const OPENS = 'A settlement opens with what the one of the month before closed with'
const BOOKS = 'The books are closed for every month with an approved settlement'
const OWED = 'What was owed on the last day and what moved since come to what is owed'
const LAST = 'month = (select max(month) from settlement)'

export const SETTLEMENT_BREAKS: [string, string][] = [
  [EQUALS, "update settlement set earned = earned + 1 where state = 'approved'"],
  [EQUALS, "update settlement set charge_paise = charge_paise + 1 where state = 'approved'"],
  [EQUALS, "update settlement set distributor_id = 99 where state = 'approved'"],
  [
    EQUALS,
    `insert into transfer (member_id, seq, id, ref, points, available_after, held_after,
       occurred_at, recorded_at, debit, credit, kind)
     select member_id, seq + 1, id, 1, 10, available_after + 10, held_after, occurred_at,
       recorded_at, 1, 11, 1
     from transfer where member_id = 1 order by seq desc limit 1`,
  ],
  [
    EQUALS,
    "update member_distributor set distributor_id = 5, from_at = '2020-01-01' where member_id = 1",
  ],
  [SUMS, `update settlement set held = held + 1 where ${LAST}`],
  [SUMS, `delete from settlement where ${LAST}`],
  [SUMS, `update settlement_month set totals = jsonb_set(totals, '{earned}', '1')`],
  [OPENS, `update settlement set opening = opening + 1 where ${LAST}`],
  [OPENS, `delete from settlement where ${LAST}`],
  [BOOKS, "update ledger_close set closed_until = closed_until - interval '1 second'"],
  [OWED, 'update liability_day set held = held + 1'],
  [OWED, 'update member_account set available = available + 1 where member_id = 1'],
]
