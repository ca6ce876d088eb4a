import type { Generated } from 'kysely'
import type { ChargeKind, RetailerTier } from '../../contract/programme/charges.ts'
import type { MemberKind } from '../../contract/people/members.ts'
import type { SchemeAction, SchemeKind, SchemeStatus } from '../../contract/programme/schemes.ts'
import type { SettlementAction } from '../../contract/money/settlements.ts'
import type { Id, Json } from './column-types.ts'

/** Schemes, handling charges and settlements. Sums come as text: cast them where they are read. */
export type LoyaltyTables = {
  scheme: {
    scheme_id: Generated<number>
    name: string
    kind: SchemeKind
    value: number | null
    slabs: Json | null
    from_at: Date
    to_at: Date
    member_kinds: Generated<MemberKind[]>
    states: Generated<number[]>
    product_ids: Generated<number[]>
    distributor_ids: Generated<number[]>
    cap_per_member: Id | number | null
    priority: number
    stacks: Generated<boolean>
    status: SchemeStatus
    budget: Id | number
    leased: Generated<Id>
    returned: Generated<Id>
    note: string | null
    version: Generated<number>
    created_by: number | null
    created_at: Generated<Date>
  }
  scheme_event: {
    event_id: Generated<Id>
    scheme_id: number
    at: Date
    staff_id: number | null
    action: SchemeAction
    note: string | null
  }
  scheme_simulation: {
    simulation_id: Generated<Id>
    scheme_id: number
    version: number
    from_at: Date
    to_at: Date
    requested_by: number
    requested_at: Date
    state: 'queued' | 'running' | 'done' | 'failed'
    scans: Id | number | null
    played: Generated<Id | number>
    result: Json | null
    failure: string | null
    finished_at: Date | null
  }
  scheme_member: {
    member_id: number
    scheme_id: number
    scans: Generated<number>
    points: Generated<Id | number>
  }
  scheme_lease: { scheme_id: number; slot: number; granted: Id; spent: Generated<Id> }
  rollup_scheme: { scheme_id: number; day: string; slot: number; bonuses: Id; points: Id }
  charge_rule: {
    version: Generated<number>
    rule_id: Generated<number>
    product_groups: Generated<string[]>
    tiers: Generated<RetailerTier[]>
    kind: ChargeKind
    paise: Id | number | null
    basis_points: number | null
    from_day: string
    to_day: string | null
    note: string | null
    created_by: number
    created_at: Date
  }
  handling_charge: {
    retailer_id: number
    scan_id: Id
    member_id: number
    rule_id: number
    product_id: number
    points: number
    paise: Id | number
    state: Generated<number>
    recorded_at: Date
    due_at: Date | null
  }
  rollup_charge: { rule_id: number; day: string; slot: number; charges: Id; paise: Id }
  member_distributor: { member_id: number; from_at: Date; distributor_id: number | null }
  ledger_close: { one: Generated<boolean>; closed_until: Generated<Date> }
  liability_day: {
    day: string
    brought: Generated<Id | number>
    earned: Id | number
    redeemed: Id | number
    expired: Id | number
    adjusted: Id | number
    available: Id | number
    held: Id | number
  }
  settlement_month: {
    month: string
    computing: Generated<boolean>
    failure: string | null
    computed_at: Date | null
    computed_by: number | null
    point_value_paise: number | null
    totals: Json | null
    ages: Json | null
  }
  settlement: {
    month: string
    distributor_id: number
    state: 'computed' | 'approved' | 'settled'
    members: number
    opening: Id | number
    moved: Id | number
    brought: Generated<Id | number>
    earned: Id | number
    bonus: Id | number
    reversed: Id | number
    redeemed: Id | number
    returned: Id | number
    expired: Id | number
    adjusted: Id | number
    available: Id | number
    held: Id | number
    charges: number
    charge_paise: Id | number
    computed_at: Date
    computed_by: number | null
    approved_at: Date | null
    approved_by: number | null
    settled_at: Date | null
    settled_by: number | null
    settled_reference: string | null
    reopen_asked_at: Date | null
    reopen_asked_by: number | null
    reopen_reason: string | null
  }
  settlement_event: {
    event_id: Generated<Id>
    month: string
    distributor_id: number
    at: Date
    staff_id: number | null
    action: SettlementAction
    note: string | null
  }
}
