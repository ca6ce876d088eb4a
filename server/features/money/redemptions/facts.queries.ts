import { sql } from 'kysely'
import type { FieldState, KycState } from '../../../../contract/people/kyc-states.ts'
import type { MemberKind } from '../../../../contract/people/members.ts'
import { faultsOf, type FailureCode } from '../../../../contract/money/payment-states.ts'
import { ACCOUNTS } from '../../../../contract/ledger/points.ts'
import type { RedemptionKind } from '../../../../contract/money/redemption-states.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { keepPlan } from '../../../db/kept-plans.ts'
import { isInIndexByRef } from '../../ledger/points/index.ts'
import { CODES_SHOWN } from './checklist.ts'

/** What the database knows of a redemption that is to be paid. Sums are whole, below 2^53. */
export type FactRow = {
  redemptionId: string
  memberId: number
  kind: RedemptionKind
  points: number
  amountPaise: number
  quantity: number
  requestedAt: Date
  giftName: string | null
  hasAddress: boolean
  memberKind: MemberKind
  blockedReason: string | null
  leftAt: Date | null
  erasedAt: Date | null
  consent: boolean
  kycState: KycState
  /** When the KYC was decided, or submitted where it is not decided yet. */
  kycSince: Date | null
  destinationState: FieldState | null
  destinationUnchanged: boolean
  /** Of its last attempt, where that failed or came back. */
  failureCode: FailureCode | null
  failedAt: Date | null
  failedThere: boolean
  /** Of the member's last payment there that was called wrong, by `faultsOf`. */
  faultCode: FailureCode | null
  faultAt: Date | null
  panState: FieldState | null
  destinationSharedBy: string[]
  panSharedBy: string[]
  dayPaise: number
  heldPoints: number
}

/** One more than a line names, so that it can say that there are others. */
const CODES = CODES_SHOWN + 1
const { held } = ACCOUNTS
const WRONG = faultsOf('wrong')
const BLOCKED = faultsOf('blocked')

/** Codes of other members with this value in this field, where it was not refused them. */
const sharedBy = (field: string, digest: string) => sql`(
  select coalesce(array_agg(others.code), '{}') from (
    select m.code from kyc_field f join member m using (member_id)
    where f.field = ${sql.raw(field)} and f.digest = ${sql.raw(digest)}
      and f.member_id <> r.member_id and f.state <> 'refused'
    order by m.member_id limit ${CODES}
  ) others)`

/** The facts of some redemptions in one statement; of those with `elsewhere`, about where it would go now. */
export async function factRows(
  db: Db | Tx,
  redemptionIds: readonly string[],
  { elsewhere = false }: { elsewhere?: boolean } = {},
): Promise<FactRow[]> {
  if (redemptionIds.length === 0) return []
  const destination = sql.raw(elsewhere ? 'd.digest' : 'r.destination_digest')
  const { rows } = await sql<FactRow>`
    ${keepPlan(elsewhere ? 'redemption facts, now' : 'redemption facts')}
    select r.redemption_id as "redemptionId", r.member_id as "memberId", r.kind, r.points,
      r.amount_paise::float8 as "amountPaise",
      r.quantity, r.requested_at as "requestedAt", gift.name as "giftName",
      a.redemption_id is not null as "hasAddress",
      m.kind as "memberKind", m.blocked_reason as "blockedReason", m.left_at as "leftAt",
      m.erased_at as "erasedAt", m.kyc_state as "kycState",
      exists (select from member_consent c where c.member_id = r.member_id and c.purpose = 'kyc'
        and c.withdrawn_at is null) as consent,
      coalesce(k.decided_at, k.submitted_at) as "kycSince",
      d.state as "destinationState",
      coalesce(d.digest = r.destination_digest, false) as "destinationUnchanged",
      coalesce(last.failure_code, case when last.state = 'reversed' then 'returned' end)
        as "failureCode",
      last.since as "failedAt",
      coalesce(last.destination_digest = ${destination}, false) as "failedThere",
      fault.failure_code as "faultCode", fault.since as "faultAt",
      p.state as "panState",
      ${sharedBy('r.kind', elsewhere ? 'd.digest' : 'r.destination_digest')} as "destinationSharedBy",
      ${sharedBy("'pan'", 'p.digest')} as "panSharedBy",
      (select coalesce(sum(o.amount_paise), 0)::float8 from redemption o
        where o.member_id = r.member_id and o.state not in ('rejected', 'cancelled')
          and o.requested_at >= date_trunc('day', r.requested_at, 'Asia/Kolkata')
          and o.requested_at < date_trunc('day', r.requested_at, 'Asia/Kolkata') + interval '1 day'
      ) as "dayPaise",
      (select coalesce(sum(case when t.credit = ${held} then t.points
          when t.debit = ${held} then -t.points else 0 end), 0)::float8
        from transfer t where t.member_id = r.member_id and t.ref = r.redemption_id
          and ${isInIndexByRef('t')}
      ) as "heldPoints"
    from redemption r
    join member m using (member_id)
    left join kyc k using (member_id)
    left join kyc_field d on d.member_id = r.member_id and d.field = r.kind
    left join kyc_field p on p.member_id = r.member_id and p.field = 'pan'
    left join gift on gift.gift_id = r.gift_id
    left join redemption_address a on a.redemption_id = r.redemption_id
    left join lateral (select f.state, f.failure_code, f.since, f.destination_digest
      from payment f where f.redemption_id = r.redemption_id and f.state in ('failed', 'reversed')
      order by f.attempt desc limit 1) last on true
    left join lateral (select f.failure_code, f.since
      from payment f where f.member_id = r.member_id and f.state in ('failed', 'reversed')
        and f.destination_digest = ${destination}
        and (f.failure_code = any(${WRONG}::text[])
          or f.failure_code = any(${BLOCKED}::text[])
            and not coalesce(d.state = 'accepted' and d.submitted_at > f.since, false))
      order by f.payment_id desc limit 1) fault on true
    where r.redemption_id = any(${redemptionIds}::bigint[])`.execute(db)
  return rows
}
