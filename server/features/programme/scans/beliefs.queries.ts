import type { RetailerTier } from '../../../../contract/programme/charges.ts'
import type { MemberKind } from '../../../../contract/people/members.ts'
import { binaryArray, int4 } from '../../../lib/pg-binary.ts'
import type { ChargeRuleSeen, RetailerSeen } from './charges.ts'
import type { BatchSeen, SchemeSeen } from './world.ts'
import type { WriterSlot } from './writer-slot.ts'

const BATCHES = `select batch_id as "batchId", plant_id as "plantId", product_id as "productId",
    p.product_group as "productGroup", b.points, expires_at as "expiresAt",
    sent_to_state as "sentToState", status
  from coupon_batch b join product p using (product_id) where batch_id = any($1::int[])`
const SCHEMES = `select scheme_id as "schemeId", kind, value, slabs, from_at as "fromAt", to_at as "toAt",
    member_kinds as "memberKinds", states, product_ids as "productIds",
    distributor_ids as "distributorIds", stacks, cap_per_member::float8 as "capPerMember",
    (budget + returned)::float8 as budget
  from scheme where status = 'active' order by priority, scheme_id`
/** Status 0: neither blocked nor gone (contract/desk/users.ts). */
const RETAILERS = `select member_id as "memberId", kind = 'retailer' and status = 0 as earns, tier
  from member where member_id = any($1::int[])`
const CHARGE_RULES = `select rule_id as "ruleId", product_groups as "productGroups", tiers, kind,
    paise::float8 as paise, basis_points as "basisPoints", from_day as "fromDay", to_day as "toDay"
  from charge_rule order by rule_id`

export async function readBatches(
  slot: WriterSlot,
  batchIds: readonly number[],
): Promise<BatchSeen[]> {
  if (batchIds.length === 0) return []
  return slot.query({ name: 'scan-batches', text: BATCHES, values: [batchIds] })
}

/** The conditions of a scheme as the table keeps them. */
type SchemeFound = Omit<SchemeSeen, 'memberKinds' | 'states' | 'productIds' | 'distributorIds'> & {
  memberKinds: MemberKind[]
  states: number[]
  productIds: number[]
  distributorIds: number[]
}

export async function readSchemes(slot: WriterSlot): Promise<SchemeSeen[]> {
  const rows = await slot.query<SchemeFound>({ name: 'scan-schemes', text: SCHEMES })
  return rows.map((row) => ({
    ...row,
    memberKinds: new Set(row.memberKinds),
    states: new Set(row.states),
    productIds: new Set(row.productIds),
    distributorIds: new Set(row.distributorIds),
  }))
}

export async function readRetailers(
  slot: WriterSlot,
  memberIds: readonly number[],
): Promise<RetailerSeen[]> {
  const values = [binaryArray(int4, memberIds)]
  return slot.query({ name: 'scan-retailers', text: RETAILERS, values })
}

type RuleFound = Omit<ChargeRuleSeen, 'productGroups' | 'tiers'> & {
  productGroups: string[]
  tiers: RetailerTier[]
}

/** In the order of their ids. */
export async function readChargeRules(slot: WriterSlot): Promise<ChargeRuleSeen[]> {
  const rows = await slot.query<RuleFound>({ name: 'scan-charge-rules', text: CHARGE_RULES })
  return rows.map((row) => ({
    ...row,
    productGroups: new Set(row.productGroups),
    tiers: new Set(row.tiers),
  }))
}
