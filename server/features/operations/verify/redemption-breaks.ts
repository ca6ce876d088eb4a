import { sql } from 'kysely'
import {
  REDEMPTION_STATES,
  type RedemptionState,
} from '../../../../contract/money/redemption-states.ts'
import type { Role } from '../../../../contract/roles.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import { makeKeys } from '../../../lib/crypto.ts'
import { makeStaffChangeId } from '../../../lib/ids.ts'
import type { TestDatabase } from '../../../test/harness.ts'
import { beginAuditChain } from '../../platform/audit/index.ts'
import { move, movePoints } from '../../money/redemptions/index.ts'

const keys = makeKeys(Buffer.alloc(32, 7))
const POINTS = 5
const ADMIN = { staffId: 1, role: 'admin' as const }
const CS = { staffId: 2, role: 'cs' as const }
const ALMOND = { staffId: 77, role: 'almond team' as const }

/** The actions that lead to each state. */
const WAYS = {
  requested: [],
  approved: ['approve'],
  rejected: ['reject'],
  cancelled: ['approve', 'give_up'],
  payment_pending: ['approve', 'queue'],
  paid: ['approve', 'queue', 'pay', 'reverse', 'queue', 'pay'],
  failed: ['approve', 'queue', 'fail'],
  reversed: ['approve', 'queue', 'pay', 'reverse'],
} as const satisfies Record<RedemptionState, readonly string[]>

/** Member 3 has a redemption in every state, each asked for by person 2; one of two gifts is taken. */
export async function redeemInEveryState({ db }: TestDatabase): Promise<void> {
  await transaction(db, async (tx) => {
    await beginAuditChain(tx, keys)
    await sql`insert into gift (gift_id, code, name, points, value_paise, stock)
      overriding system value values (1, 'G1', 'Trowel', ${POINTS}, 900, 1)`.execute(tx)
    for (const state of REDEMPTION_STATES) await redeem(tx, state)
  })
}

async function redeem(tx: Tx, goal: RedemptionState): Promise<void> {
  const at = new Date()
  const redemptionId = makeStaffChangeId(at.getTime())
  const isGift = goal === 'requested'
  const redemption = {
    redemption_id: redemptionId,
    number: `RD-${goal}`,
    member_id: 3,
    kind: isGift ? ('gift' as const) : ('bank' as const),
    state: 'requested' as const,
    points: POINTS,
    point_value_paise: 100,
    amount_paise: POINTS * 100,
    benefit_paise: isGift ? 900 : POINTS * 100,
    gift_id: isGift ? 1 : null,
    destination: null,
    destination_digest: isGift ? null : Buffer.of(1),
    approvals_needed: goal === 'approved' ? 2 : 1,
    requested_at: at,
    requested_by: CS.staffId,
    approved_at: null,
    changed_at: at,
    reject_reason: null,
    key_digest: Buffer.from(goal),
    body_digest: Buffer.of(1),
  }
  await tx.insertInto('redemption').values(redemption).execute()
  await tellEvent(tx, redemptionId, CS, 'request')
  await movePoints(tx, { redemptionId, memberId: 3, points: POINTS }, 'request', at)
  if (goal === 'approved') {
    await sql`insert into staff (staff_id, email, name, role, created_at)
      overriding system value values (77, 'c@hil.example', 'C', 'almond team', '2020-01-01')`.execute(
      tx,
    )
    await tellEvent(tx, redemptionId, ALMOND, 'approve')
  }
  for (const action of WAYS[goal]) await move(tx, { keys }, redemptionId, { action, by: ADMIN, at })
}

async function tellEvent(
  tx: Tx,
  redemptionId: string,
  { staffId, role }: { staffId: number; role: Role },
  action: string,
): Promise<void> {
  const event = { redemption_id: redemptionId, at: new Date(), action, note: null }
  await tx
    .insertInto('redemption_event')
    .values({ ...event, staff_id: staffId, role, state: 'requested' })
    .execute()
}

const HELD = 'The points of a redemption are held, redeemed or back, as its state says'
const APPROVALS = 'An approved redemption has the approvals it needs, by different people and roles'
const WORTH = 'A redemption is worth its points at the value they had'
const THERE = 'Points are redeemed by redemptions that are there'
const EVENT = 'A redemption stands where its last event left it'
const WITHOUT_TRIGGER = 'alter table redemption_event disable trigger all;'

/** What breaks each invariant of redemptions, with its name. */
export const REDEMPTION_BREAKS: [string, string][] = [
  [HELD, "update redemption set state = 'paid' where state = 'payment_pending'"],
  [HELD, "update redemption set state = 'requested' where state = 'rejected'"],
  [HELD, "update redemption set state = 'cancelled' where state = 'paid'"],
  [HELD, "update redemption set state = 'failed' where state = 'cancelled'"],
  [HELD, "update redemption set points = points + 1 where state = 'rejected'"],
  [HELD, 'delete from transfer where member_id = 3 and kind = 7'],
  [
    "Held points are those of the member's waiting scans and open redemptions",
    "update redemption set state = 'rejected' where state = 'requested'",
  ],
  [THERE, "update redemption set member_id = 4 where state = 'paid'"],
  [
    THERE,
    `${WITHOUT_TRIGGER} alter table redemption_event drop constraint redemption_event_redemption_id_fkey;
    delete from redemption where state = 'rejected'`,
  ],
  [EVENT, "update redemption set state = 'reversed' where state = 'failed'"],
  [EVENT, `${WITHOUT_TRIGGER} delete from redemption_event where action = 'fail'`],
  [
    APPROVALS,
    `${WITHOUT_TRIGGER} delete from redemption_event where action = 'approve' and staff_id = 77`,
  ],
  [APPROVALS, `${WITHOUT_TRIGGER} update redemption_event set role = 'admin' where staff_id = 77`],
  [APPROVALS, "update redemption set approved_at = null where state = 'paid'"],
  [APPROVALS, "update redemption set approved_at = now() where state = 'requested'"],
  [APPROVALS, "update redemption set approvals_needed = 2 where state = 'cancelled'"],
  [
    'Nobody approves what they asked for',
    "update redemption set requested_by = 1 where state = 'paid'",
  ],
  [
    'Nobody approves what they asked for',
    `${WITHOUT_TRIGGER} update redemption_event set staff_id = null
     where action = 'approve' and staff_id = 77`,
  ],
  [WORTH, "update redemption set amount_paise = amount_paise + 1 where state = 'paid'"],
  [WORTH, "update redemption set benefit_paise = 1 where kind = 'bank'"],
  ['No more gifts are given than there are', 'update gift set stock = -1'],
]
