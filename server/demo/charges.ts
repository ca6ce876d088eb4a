import type { ChargeTerms } from '../../contract/programme/charges.ts'
import { addDays, dayOf } from '../../contract/time.ts'
import { makeRule } from '../features/programme/charges/charge-rules.service.ts'
import { versionOf } from '../features/platform/audit/versions.service.ts'
import { setRetailerTier } from '../features/programme/charges/charges.service.ts'
import type { Context } from '../context.ts'
import type { Act } from './kyc.ts'
import { DEMO_ORIGIN, type DemoStaff } from './staff.ts'

const DAY_MS = 86_400_000
/** Before the first scan of the history. */
const FIRST_DAYS_AGO = 121

const per = (paise: number) => ({ kind: 'coupon' as const, paise, basisPoints: null })
const percent = (basisPoints: number) => ({ kind: 'percent' as const, paise: null, basisPoints })

type Rule = Omit<ChargeTerms, 'fromDay' | 'toDay'> & {
  /** Made at the beginning of the first day, or some days before it. */
  madeDaysAgo: number
  firstDaysAgo: number
  lastDaysAgo: number | null
}

/** One for everybody, one by tier, one that is over and one to come. */
const RULES: readonly Rule[] = [
  {
    ...per(200),
    productGroups: ['Putty'],
    tiers: [],
    note: 'As agreed with the dealers’ council',
    madeDaysAgo: FIRST_DAYS_AGO,
    firstDaysAgo: FIRST_DAYS_AGO,
    lastDaysAgo: null,
  },
  {
    ...percent(250),
    productGroups: ['Adhesive', 'Waterproofing'],
    tiers: ['silver', 'gold'],
    note: null,
    madeDaysAgo: FIRST_DAYS_AGO,
    firstDaysAgo: FIRST_DAYS_AGO,
    lastDaysAgo: null,
  },
  {
    ...per(125),
    productGroups: ['Mortar'],
    tiers: [],
    note: 'Trial for two months',
    madeDaysAgo: FIRST_DAYS_AGO,
    firstDaysAgo: FIRST_DAYS_AGO,
    lastDaysAgo: 61,
  },
  {
    ...percent(300),
    productGroups: ['Mortar', 'Roofing'],
    tiers: ['gold'],
    note: 'Follows the trial with mortar',
    madeDaysAgo: 4,
    firstDaysAgo: -10,
    lastDaysAgo: null,
  },
]

/** Rules of handling charges, made by finance through the service, and two retailers who rose. */
export function chargeActs(staff: DemoStaff, now: Date): Act[] {
  const at = (daysAgo: number) => new Date(now.getTime() - daysAgo * DAY_MS)
  const day = (daysAgo: number) => addDays(dayOf(now), -daysAgo)
  return [
    ...RULES.map(({ madeDaysAgo, firstDaysAgo, lastDaysAgo, ...rule }): Act => {
      const toDay = lastDaysAgo === null ? null : day(lastDaysAgo)
      const terms = { ...rule, fromDay: day(firstDaysAgo), toDay }
      return {
        at: at(madeDaysAgo),
        run: async (context) => void (await makeRule(context, staff.finance, terms, DEMO_ORIGIN)),
      }
    }),
    { at: at(40), run: (context) => riseToGold(context, staff) },
  ]
}

/** The two first retailers of the second tier. */
async function riseToGold(context: Context, { almond }: DemoStaff): Promise<void> {
  const rising = await context.db
    .selectFrom('member')
    .select('member_id as memberId')
    .where('kind', '=', 'retailer')
    .where('tier', '=', 'silver')
    .where('blocked_reason', 'is', null)
    .orderBy('member_id')
    .limit(2)
    .execute()
  const reason = 'Sold more than 500 bags in the last quarter'
  for (const { memberId } of rising) {
    const version = await versionOf(context.db, 'member', memberId)
    const graded = { memberId, tier: 'gold', version, reason } as const
    await setRetailerTier(context, almond, graded, DEMO_ORIGIN)
  }
}
