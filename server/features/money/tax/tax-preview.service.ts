import { financialYear } from '../../../../contract/india.ts'
import type { RedemptionState } from '../../../../contract/money/redemption-states.ts'
import { dayOf } from '../../../../contract/time.ts'
import type { Context } from '../../../context.ts'
import { sideBySide, type Db, type Tx } from '../../../db/database.ts'
import type { TaxFound } from './tax-lines.ts'
import { NOTHING_YET, taxOf, withBenefit } from './tax-rules.ts'
import type { Benefit, Tax, TaxRule, YearSoFar } from './taxed-benefit.ts'
import * as queries from './tax.queries.ts'

/** What the person behind each member was given in a financial year, so far. */
export async function yearsSoFar(
  db: Db | Tx,
  memberIds: readonly number[],
  year: number,
): Promise<Map<number, YearSoFar>> {
  const rows = await queries.yearRows(db, memberIds, year)
  const byMember = Map.groupBy(rows, ({ memberId }) => memberId)
  return new Map([...byMember].map(([memberId, given]) => [memberId, yearOf(given)]))
}

function yearOf(rows: readonly queries.YearRow[]): YearSoFar {
  const sum = (pick: (row: queries.YearRow) => number) =>
    rows.reduce((total, row) => total + pick(row), 0)
  return {
    valuePaise: sum(({ valuePaise }) => valuePaise),
    taxedPaise: sum(({ basePaise }) => basePaise),
    // How others rounded what they took is not ours to level out.
    taken: rows.filter(({ ours, basePaise }) => ours && basePaise > 0),
  }
}

export type TaxPreview = {
  rule: TaxRule | null
  state: RedemptionState
  tax: Tax
  found: TaxFound
}
type Reading = Pick<Context, 'config' | 'now'>

/**
 * The tax that some redemptions would bear now: after what the same person was given this year, and
 * what was approved before and is not given yet, in the order of approval. `next` leaves the latter
 * out: so it is for one that is sent at this moment. As many statements for many as for one.
 */
export async function previewTaxes(
  db: Db | Tx,
  { config, now }: Reading,
  redemptionIds: readonly string[],
  { next = false }: { next?: boolean } = {},
): Promise<Map<string, TaxPreview>> {
  if (redemptionIds.length === 0) return new Map()
  const today = dayOf(now())
  const year = financialYear(today)
  const [rule, [{ rows, years }, before]] = await sideBySide(
    db,
    () => queries.taxRuleOn(db, today),
    () =>
      sideBySide(
        db,
        () => taxablesOf(db, redemptionIds, year),
        async () => (next ? [] : queries.waitingBefore(db, redemptionIds)),
      ),
  )
  const waiting = Map.groupBy(before, ({ beforeId }) => beforeId)
  return new Map(
    rows.map((row) => {
      const hasPan = row.pan !== null
      const given = years.get(row.memberId) ?? NOTHING_YET
      const before = (waiting.get(row.redemptionId) ?? []).reduce(
        (soFar, one) => give({ ...benefitOf(one), rule, hasPan, before: soFar }),
        given,
      )
      const benefit = { ...benefitOf(row), rule, hasPan, before }
      const tax = taxOf(benefit)
      const found = foundOf(benefit, tax, { financialYear: year, config })
      return [row.redemptionId, { rule, state: row.state, tax, found }]
    }),
  )
}

async function taxablesOf(db: Db | Tx, redemptionIds: readonly string[], year: number) {
  const rows = await queries.taxableRows(db, redemptionIds)
  const memberIds = [...new Set(rows.map(({ memberId }) => memberId))]
  return { rows, years: await yearsSoFar(db, memberIds, year) }
}

const benefitOf = ({
  kind,
  memberKind,
  benefitPaise,
}: Pick<queries.TaxableRow, 'kind' | 'memberKind' | 'benefitPaise'>) => ({
  memberKind,
  inKind: kind === 'gift',
  valuePaise: benefitPaise,
})

const give = (benefit: Benefit) => withBenefit(benefit.before, benefit, taxOf(benefit))

function foundOf(
  { rule, valuePaise, before, hasPan, inKind }: Benefit,
  { taxPaise, basePaise, rateBps, words }: Tax,
  { financialYear, config }: Pick<Reading, 'config'> & { financialYear: number },
): TaxFound {
  return {
    taken: false,
    section: rule?.section ?? null,
    form: rule?.form ?? null,
    paymentCode: paymentCodeOf(rule, config),
    thresholdPaise: rule?.thresholdPaise ?? null,
    financialYear,
    rateBps,
    withPan: hasPan,
    inKind,
    valuePaise,
    beforePaise: before.valuePaise,
    basePaise,
    taxPaise,
    words,
  }
}

export type Coded = Pick<Context['config'], 'TAX_PAYMENT_CODE'>

/** Of the rule itself, else the setting: which code stands for benefits is for a person to say. */
export function paymentCodeOf(rule: TaxRule | null, { TAX_PAYMENT_CODE }: Coded): string | null {
  return rule && (rule.paymentCode ?? (TAX_PAYMENT_CODE || null))
}
