import type { z } from 'zod'
import type {
  previewTaxRule,
  TaxExample,
  TaxRuleChange,
  TaxRuleRow,
  TaxTerms,
} from '../../../../contract/money/tax-rules.ts'
import { addDays, dayOf } from '../../../../contract/time.ts'
import type { Context } from '../../../context.ts'
import { toTaxChange } from './rule-changes.service.ts'
import * as changes from './rule-changes.queries.ts'
import { taxRuleOn } from './tax.queries.ts'
import { NOTHING_YET, taxOf, withBenefit } from './tax-rules.ts'
import type { Benefit, TaxRule, YearSoFar } from './taxed-benefit.ts'

type Reading = Pick<Context, 'db' | 'now'>

/** The rules by day, each with the days on which it holds, and all that was ever proposed. */
export async function listTaxRules({ db, now }: Reading) {
  const [rules, found] = await Promise.all([changes.taxRules(db), changes.taxChanges(db)])
  const all = found.map(toTaxChange)
  const today = dayOf(now())
  return { rules: rules.map((terms, at) => rowOf(terms, rules[at - 1], all, today)), changes: all }
}

function rowOf(
  terms: TaxTerms,
  next: TaxTerms | undefined,
  all: readonly TaxRuleChange[],
  today: string,
): TaxRuleRow {
  const toDay = next ? addDays(next.fromDay, -1) : null
  const isOver = toDay !== null && toDay < today
  return {
    ...terms,
    toDay,
    status: isOver ? 'over' : terms.fromDay > today ? 'coming' : 'in force',
    change: all.find((one) => one.state === 'approved' && one.fromDay === terms.fromDay) ?? null,
  }
}

type Asked = z.output<NonNullable<typeof previewTaxRule.body>>

/** What an example would bear by proposed terms, and bears by the rule of today. */
export async function previewRule({ db, now }: Reading, { terms, ...example }: Asked) {
  return {
    proposed: examplesBy(terms, example),
    today: examplesBy(await taxRuleOn(db, dayOf(now())), example),
  }
}

function examplesBy(rule: TaxRule | null, asked: Omit<Asked, 'terms'>): TaxExample[] {
  return (['money', 'gift'] as const).flatMap((kind) =>
    [true, false].map((withPan) => exampleOf({ rule, kind, withPan, ...asked })),
  )
}

function exampleOf({
  rule,
  kind,
  withPan,
  valuePaise,
  beforePaise,
}: Omit<Asked, 'terms'> & {
  rule: TaxRule | null
  kind: TaxExample['kind']
  withPan: boolean
}): TaxExample {
  const inKind = kind === 'gift'
  const given = { rule, memberKind: 'retailer' as const, hasPan: withPan }
  const before = yearWith(beforePaise, { ...given, inKind: false })
  const { taxPaise, words } = taxOf({ ...given, inKind, valuePaise, before })
  return { withPan, kind, taxPaise, netPaise: inKind ? 0 : valuePaise - taxPaise, words }
}

/** The year after money of this value, as it would have been taxed by the same rule. */
function yearWith(valuePaise: number, given: Omit<Benefit, 'valuePaise' | 'before'>): YearSoFar {
  if (valuePaise === 0) return NOTHING_YET
  const benefit = { ...given, valuePaise, before: NOTHING_YET }
  return withBenefit(NOTHING_YET, benefit, taxOf(benefit))
}
