import { financialYear } from '../../../../contract/india.ts'
import type { Language, MemberKind } from '../../../../contract/people/members.ts'
import type { TaxExplained } from '../../../../contract/money/tax.ts'
import { dayOf } from '../../../../contract/time.ts'
import type { Context } from '../../../context.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { makeStaffChangeId } from '../../../lib/ids.ts'
import { lockedMember } from '../../people/members/index.ts'
import { TAX_LABELS, taxInHindi } from './tax-labels.ts'
import { explained } from './tax-lines.ts'
import { paymentCodeOf, previewTaxes, yearsSoFar, type Coded } from './tax-preview.service.ts'
import { NOTHING_YET, taxOf } from './tax-rules.ts'
import type { Tax, TaxRule, YearSoFar } from './taxed-benefit.ts'
import * as queries from './tax.queries.ts'

export type Given = {
  redemptionId: string
  /** The attempt by which the money goes; null of a gift. */
  paymentId: string | null
  memberId: number
  memberKind: MemberKind
  kind: 'money' | 'gift'
  valuePaise: number
  at: Date
}

/**
 * Takes the tax of a benefit that is given now, and writes both down. Call it in the transaction that
 * sends the money or the gift, after the locks of the redemption, its member (taken here where it is
 * not yet held) and the payment; it holds the person to the end. `netPaise` is what is paid out: of
 * money the value less the tax, which the tax of a whole year can leave too small to be paid, or below
 * zero; of a gift nothing.
 */
export async function takeTax(
  { config }: { config: Coded },
  tx: Tx,
  given: Given,
): Promise<{ taxPaise: number; netPaise: number; words: string }> {
  const { memberId, memberKind, valuePaise, at } = given
  await lockedMember(tx, memberId)
  const pan = await queries.acceptedPan(tx, memberId)
  await queries.lockPerson(tx, pan ? `tax:pan:${pan.toString('hex')}` : `tax:member:${memberId}`)
  const day = dayOf(at)
  const rule = await queries.taxRuleOn(tx, day)
  const years = await yearsSoFar(tx, [memberId], financialYear(day))
  const before = years.get(memberId) ?? NOTHING_YET
  const inKind = given.kind === 'gift'
  const tax = taxOf({ rule, memberKind, hasPan: pan !== null, inKind, valuePaise, before }, 'was')
  const { taxPaise, words } = tax
  const netPaise = inKind ? 0 : valuePaise - taxPaise
  await store(tx, given, { pan, day, rule, before, tax, code: paymentCodeOf(rule, config) })
  return { taxPaise, netPaise, words }
}

type Stored = {
  pan: Buffer | null
  day: string
  rule: TaxRule | null
  before: YearSoFar
  tax: Tax
  code: string | null
}

async function store(
  tx: Tx,
  { redemptionId, paymentId, memberId, kind, valuePaise, at }: Given,
  { pan, day, rule, before, tax, code }: Stored,
): Promise<void> {
  for (;;) {
    const inserted = await queries.insertBenefit(tx, {
      benefit_id: makeStaffChangeId(at.getTime()),
      member_id: memberId,
      kind,
      redemption_id: redemptionId,
      payment_id: paymentId,
      person: pan,
      financial_year: financialYear(day),
      given_on: day,
      section: rule?.section ?? null,
      form: rule?.form ?? null,
      payment_code: code,
      threshold_paise: rule?.thresholdPaise ?? null,
      value_paise: valuePaise,
      before_paise: before.valuePaise,
      before_taxed_paise: before.taxedPaise,
      base_paise: tax.basePaise,
      rate_bps: tax.rateBps,
      grossed_up: kind === 'gift',
      tax_paise: tax.taxPaise,
      words: tax.words,
      recorded_at: at,
      undone_at: null,
      outside_file_id: null,
      outside_line: null,
      added_by: null,
    })
    if (inserted) return
  }
}

/**
 * Undoes what takeTax wrote: the payment failed or was reversed, or the parcel came back. The benefit
 * and its tax count for nothing from then on; a second time changes nothing.
 */
export async function undoTax(
  tx: Tx,
  of: { paymentId: string } | { redemptionId: string },
  at: Date,
): Promise<void> {
  await queries.undoBenefit(tx, of, at)
}

const DEAD = new Set(['rejected', 'cancelled', 'paid'])

/**
 * How the tax of a redemption was found: as it was taken, else as it would be now; null where nothing
 * is given and nothing will be.
 */
export async function explainTax(
  db: Db | Tx,
  context: Pick<Context, 'config' | 'now'>,
  redemptionId: string,
): Promise<TaxExplained | null> {
  const stored = await queries.benefitOf(db, redemptionId)
  if (stored) return asTaken(stored)
  const preview = (await previewTaxes(db, context, [redemptionId])).get(redemptionId)
  return preview && !DEAD.has(preview.state) ? explained(preview.found) : null
}

/** The tax that was taken for one payment, also for one that came back; null where none was sent. */
export async function explainPaymentTax(
  db: Db | Tx,
  paymentId: string,
  language: Language,
): Promise<TaxExplained | null> {
  const stored = await queries.benefitOfPayment(db, paymentId)
  return stored ? asTaken(stored, language) : null
}

function asTaken(
  { kind, person, beforeTaxedPaise, ...found }: queries.StoredBenefit,
  language: Language = 'en',
): TaxExplained {
  const withPan = person !== null
  const told = explained(
    { ...found, taken: true, inKind: kind === 'gift', withPan },
    TAX_LABELS[language],
  )
  if (language === 'en') return told
  return { ...told, words: taxInHindi({ ...found, beforeTaxedPaise, withPan }) }
}
