import { choiceFilter, dayFilter, defineQuery, lookupFilter, numberFilter } from '../lists/query.ts'
import { z } from 'zod'
import { defineEndpoint, having, seeing } from '../endpoint.ts'
import { plainText } from '../india.ts'
import { page, wholeNumber } from '../paging.ts'
import { instant, isoDate } from '../time.ts'
import { paise } from '../paise.ts'
import { seenVersion, version } from '../version.ts'

const PAGE = '/dashboard/retailer-charges'
const tag = 'Handling charges'

/** How a retailer is graded: what a rule may ask for. */
export const RETAILER_TIERS = ['standard', 'silver', 'gold'] as const
export const retailerTier = z.enum(RETAILER_TIERS, { error: 'Standard, silver or gold.' })
export type RetailerTier = z.infer<typeof retailerTier>
export const RETAILER_TIER_NAMES: Record<RetailerTier, string> = {
  standard: 'Standard',
  silver: 'Silver',
  gold: 'Gold',
}

export const CHARGE_KINDS = ['coupon', 'percent'] as const
export const chargeKind = z.enum(CHARGE_KINDS, { error: 'Per coupon, or percent of its value.' })
export type ChargeKind = z.infer<typeof chargeKind>

/** Of `handling_charge`, with the number it is stored as. */
export const CHARGE_STATES = ['held', 'due', 'reversed'] as const
export const chargeState = z.enum(CHARGE_STATES, { error: 'Held, due or reversed.' })
export type ChargeState = z.infer<typeof chargeState>
export const CHARGE_NAMES: Record<ChargeState, string> = {
  held: 'Held',
  due: 'Due',
  reversed: 'Taken back',
}

const ruleFields = z.object({
  /** Empty: every group of products. */
  productGroups: z
    .array(z.string().trim().min(1, 'Choose a group.').max(60, 'At most 60 characters.'))
    .max(50, 'At most 50.'),
  /** Empty: every tier. */
  tiers: z.array(retailerTier).max(RETAILER_TIERS.length, 'Each tier once.'),
  kind: chargeKind,
  /** Of kind `coupon`: paise for each coupon. */
  paise: z
    .number({ error: 'Enter the amount.' })
    .int('Whole paise only.')
    .min(1, 'More than zero.')
    .max(100_000, 'At most ₹1,000 a coupon.')
    .nullable(),
  /** Of kind `percent`: hundredths of a percent of the coupon's points in money; 250 are 2.5 %. */
  basisPoints: z
    .number({ error: 'Enter the percentage.' })
    .int('At most two decimal places.')
    .min(1, 'More than zero.')
    .max(5_000, 'At most 50 %.')
    .nullable(),
  fromDay: isoDate,
  /** Included; null: until further notice. */
  toDay: isoDate.nullable(),
  note: plainText('The note', 300).nullable(),
})
export type ChargeTerms = z.infer<typeof ruleFields>

/** What is wrong with a rule beyond single fields, by field. */
export function chargeFaults(terms: ChargeTerms): { path: keyof ChargeTerms; message: string }[] {
  const faults: { path: keyof ChargeTerms; message: string }[] = []
  const wrong = (path: keyof ChargeTerms, message: string) => faults.push({ path, message })
  if (terms.toDay !== null && terms.toDay < terms.fromDay) {
    wrong('toDay', 'The last day must not be before the first.')
  }
  if (terms.kind === 'coupon' && terms.paise === null) wrong('paise', 'Enter the amount.')
  if (terms.kind === 'percent' && terms.basisPoints === null) {
    wrong('basisPoints', 'Enter the percentage.')
  }
  if (terms.kind === 'coupon' && terms.basisPoints !== null) {
    wrong('basisPoints', 'A rule per coupon has no percentage.')
  }
  if (terms.kind === 'percent' && terms.paise !== null) {
    wrong('paise', 'A rule of a percentage has no amount.')
  }
  return faults
}
export const chargeTerms = ruleFields.superRefine((terms, context) => {
  for (const { path, message } of chargeFaults(terms)) {
    context.addIssue({ code: 'custom', path: [path], message })
  }
})

/** Whether a rule has begun, and whether it has ended. */
export const CHARGE_RULE_STATUSES = ['coming', 'running', 'ended'] as const
const ruleStatus = z.enum(CHARGE_RULE_STATUSES, { error: 'Coming, running or ended.' })
export const RULE_NAMES: Record<(typeof CHARGE_RULE_STATUSES)[number], string> = {
  coming: 'Coming',
  running: 'Running',
  ended: 'Ended',
}

export const chargeRule = ruleFields.extend({
  ruleId: z.number().int(),
  version,
  status: ruleStatus,
  createdBy: z.string(),
  createdAt: instant,
  /** Charges that are due by it and what they come to. */
  charges: z.number().int(),
  paidPaise: paise,
  lastPaidOn: isoDate.nullable(),
})
export type ChargeRule = z.infer<typeof chargeRule>

export const chargeRuleQuery = defineQuery({
  search: null,
  filters: [
    choiceFilter('status', 'Status', RULE_NAMES, { primary: true }),
    lookupFilter('group', 'Product group', z.string().trim().max(60).optional(), {
      primary: true,
      one: true,
    }),
    choiceFilter('tier', 'Tier', RETAILER_TIER_NAMES, { primary: true }),
  ],
  orders: { newest: 'Newest first', oldest: 'Oldest first' },
})
export const chargeRuleListQuery = chargeRuleQuery.schema
export type ChargeRuleListQuery = z.infer<typeof chargeRuleListQuery>

export const listChargeRules = defineEndpoint({
  method: 'GET',
  path: '/api/admin/charge-rules',
  access: seeing(PAGE),
  tag,
  summary: 'The rules of handling charges with what each paid',
  query: chargeRuleListQuery,
  response: page(chargeRule),
})

const params = z.object({ ruleId: wholeNumber('Rule') })

export const getChargeRule = defineEndpoint({
  method: 'GET',
  path: '/api/admin/charge-rules/:ruleId',
  access: seeing(PAGE),
  tag,
  summary: 'One rule, with what it paid by month and who changed it',
  params,
  response: chargeRule.extend({
    months: z.array(z.object({ month: isoDate, charges: z.number().int(), paise })),
    events: z.array(
      z.object({ at: instant, by: z.string(), action: z.string(), reason: z.string().nullable() }),
    ),
  }),
})
export type ChargeRuleDetail = z.output<typeof getChargeRule.response>

export const makeChargeRule = defineEndpoint({
  method: 'POST',
  path: '/api/admin/charge-rules',
  access: having('charges.edit'),
  tag,
  summary: 'A new rule, from today or later; refused where another one fits the same scans',
  body: chargeTerms,
  response: chargeRule,
})

export const editChargeRule = defineEndpoint({
  method: 'PUT',
  path: '/api/admin/charge-rules/:ruleId',
  access: having('charges.edit'),
  tag,
  summary: 'Change a rule that has not begun; of one that runs, its last day only',
  params,
  body: z.object({
    terms: chargeTerms,
    version: seenVersion,
    reason: plainText('The reason', 300, 3),
  }),
  response: chargeRule,
})

export const deleteChargeRule = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/charge-rules/:ruleId',
  access: having('charges.edit'),
  tag,
  summary: 'Take back a rule that has not begun',
  params,
  response: z.object({ message: z.string() }),
})

export const charge = z.object({
  scanId: z.string(),
  retailerId: z.number().int(),
  retailerCode: z.string(),
  retailerName: z.string(),
  /** Who scanned. */
  memberId: z.number().int(),
  memberCode: z.string(),
  memberName: z.string(),
  productName: z.string(),
  ruleId: z.number().int(),
  points: z.number().int(),
  paise,
  state: chargeState,
  recordedAt: instant,
  dueAt: instant.nullable(),
})
export type Charge = z.infer<typeof charge>

export const chargeQuery = defineQuery({
  search: { label: 'Retailer’s mobile or code, or scan', max: 60 },
  filters: [
    lookupFilter('rule', 'Rule', wholeNumber('Rule').optional(), { primary: true, one: true }),
    choiceFilter('status', 'Status', CHARGE_NAMES, { primary: true }),
    dayFilter('Scanned', { primary: true }),
    numberFilter('retailer', 'Retailer', { fromLink: true }),
  ],
  orders: { newest: 'Newest first', oldest: 'Oldest first' },
})
export const chargeListQuery = chargeQuery.schema
export type ChargeListQuery = z.infer<typeof chargeListQuery>

export const listCharges = defineEndpoint({
  method: 'GET',
  path: '/api/admin/charges',
  access: seeing(PAGE, '/dashboard/points-settlement'),
  tag,
  summary: 'Handling charges, scan by scan, newest first; from and to are the days of recording',
  query: chargeListQuery,
  response: page(charge),
})

export const setRetailerTier = defineEndpoint({
  method: 'PUT',
  path: '/api/admin/retailers/:memberId/tier',
  access: having('charges.edit'),
  tag,
  summary: 'The tier of a retailer, for scans from now on',
  params: z.object({ memberId: wholeNumber('Member') }),
  body: z.object({
    tier: retailerTier,
    /** That of the member. */
    version: seenVersion,
    reason: plainText('The reason', 300, 3),
  }),
  response: z.object({ memberId: z.number().int(), tier: retailerTier }),
})
