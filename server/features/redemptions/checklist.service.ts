import { financialYear } from '../../../contract/india.ts'
import type { CheckLine, Verdict } from '../../../contract/redemption-states.ts'
import { dayOf, startOfDay } from '../../../contract/time.ts'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/database.ts'
import { kycFactsOf, type KycFacts } from '../kyc/kyc.service.ts'
import { memberStandingOf, type Standing } from '../members/standing.service.ts'
import { checklistOf, verdictOf, type Facts } from './checklist.ts'
import { factRows, taxRuleOn, type FactRow } from './facts.queries.ts'
import { taxOf, type Tax, type TaxRule } from './tax.ts'

export type Checked = { lines: CheckLine[]; verdict: Verdict; tax: Tax }

/**
 * *Can this be paid?*, for a whole page of redemptions at once and as of now: four statements,
 * however many there are. For one that is to be approved or sent, call it with the transaction that holds
 * its lock and the member's.
 */
export async function checkRedemptions(
  db: Db | Tx,
  { config, now }: Pick<Context, 'config' | 'now'>,
  redemptionIds: readonly string[],
): Promise<Map<string, Checked>> {
  if (redemptionIds.length === 0) return new Map()
  const today = dayOf(now())
  const yearBegan = startOfDay(`${financialYear(today)}-04-01`)
  const rule = await taxRuleOn(db, today)
  const rows = await factRows(db, redemptionIds, yearBegan)
  const memberIds = [...new Set(rows.map(({ memberId }) => memberId))]
  const standings = await memberStandingOf(db, memberIds)
  const kyc = await kycFactsOf(db, memberIds)
  return new Map(
    rows.map((row) => {
      const facts = factsOf(row, {
        rule,
        dayLimitPaise: config.REDEMPTION_DAY_LIMIT_PAISE,
        member: standings.get(row.memberId) ?? ERASED,
        proved: kyc.get(row.memberId) ?? NOTHING_PROVED,
      })
      const lines = checklistOf(facts)
      return [row.redemptionId, { lines, verdict: verdictOf(lines), tax: facts.tax }]
    }),
  )
}

/** Of a member who is not there at all nothing is paid. */
const ERASED: Standing = { standing: 'erased', blockedReason: null }
const NOTHING_PROVED = { state: 'none', pan: 'missing' } as const
type Around = Pick<Facts, 'rule' | 'dayLimitPaise' | 'member'> & {
  proved: Pick<KycFacts, 'state' | 'pan'>
}

function factsOf(row: FactRow, { proved, ...around }: Around): Facts {
  const { kind, memberKind, beforePaise, giftName, quantity } = row
  const { rule } = around
  const { pan } = proved
  return {
    ...row,
    ...around,
    pan,
    kyc: { state: proved.state, since: row.kycSince },
    destination: {
      state: row.destinationState ?? 'missing',
      unchanged: row.destinationUnchanged,
    },
    sharing: { destination: row.destinationSharedBy, pan: row.panSharedBy },
    gift: giftName === null ? null : { name: giftName, quantity },
    tax: taxOf({
      rule,
      memberKind,
      hasPan: pan === 'accepted',
      inKind: kind === 'gift',
      valuePaise: row.benefitPaise,
      before: beforeOf(beforePaise, rule),
    }),
  }
}

/** Whichever of those before passed the threshold bore the tax of all of them. */
function beforeOf(valuePaise: number, rule: TaxRule | null) {
  const passed = rule !== null && valuePaise > rule.thresholdPaise
  return { valuePaise, taxedPaise: passed ? valuePaise : 0 }
}
