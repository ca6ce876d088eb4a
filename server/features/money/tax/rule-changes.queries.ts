import type { RuleChangeState } from '../../../../contract/platform/rules.ts'
import type { TaxTerms } from '../../../../contract/money/tax-rules.ts'
import { number, type Db, type Tx } from '../../../db/database.ts'
import { sealRow } from '../../platform/chain/index.ts'

function changes(db: Db | Tx) {
  return db
    .selectFrom('tax_rule_change as c')
    .innerJoin('staff as maker', 'maker.staff_id', 'c.proposed_by')
    .leftJoin('staff as checker', 'checker.staff_id', 'c.decided_by')
    .select((select) => [
      'c.change_id as changeId',
      'c.from_day as fromDay',
      'c.section',
      'c.form',
      'c.payment_code as paymentCode',
      number(select.ref('c.threshold_paise')).as('thresholdPaise'),
      'c.rate_bps as rateBps',
      'c.rate_no_pan_bps as rateNoPanBps',
      'c.reason',
      'c.state',
      'c.proposed_by as proposedById',
      'maker.name as proposedByName',
      'c.proposed_at as proposedAt',
      'c.decided_by as decidedById',
      'checker.name as decidedByName',
      'c.decided_at as decidedAt',
      'c.note',
    ])
}
export type FoundTaxChange = Awaited<
  ReturnType<ReturnType<typeof changes>['executeTakeFirstOrThrow']>
>

/** All that were ever proposed, the newest first. */
export async function taxChanges(db: Db): Promise<FoundTaxChange[]> {
  return changes(db).orderBy('c.change_id', 'desc').execute()
}

export async function taxChangeById(db: Db | Tx, changeId: string) {
  return changes(db).where('c.change_id', '=', changeId).executeTakeFirst()
}

/** The proposal for this first day that waits for a decision. */
export async function openTaxChange(tx: Tx, fromDay: string) {
  return changes(tx)
    .where('c.state', '=', 'proposed')
    .where('c.from_day', '=', fromDay)
    .executeTakeFirst()
}

/** Every rule there is, the newest first. */
export async function taxRules(db: Db | Tx): Promise<TaxTerms[]> {
  return db
    .selectFrom('tax_rule')
    .select((select) => [
      'from_day as fromDay',
      'section',
      'form',
      'payment_code as paymentCode',
      number(select.ref('threshold_paise')).as('thresholdPaise'),
      'rate_bps as rateBps',
      'rate_no_pan_bps as rateNoPanBps',
    ])
    .orderBy('from_day', 'desc')
    .execute()
}

const termColumns = (terms: TaxTerms) => ({
  from_day: terms.fromDay,
  section: terms.section,
  form: terms.form,
  payment_code: terms.paymentCode,
  threshold_paise: terms.thresholdPaise,
  rate_bps: terms.rateBps,
  rate_no_pan_bps: terms.rateNoPanBps,
})

/** False where another change of the same day is open already, or the id is taken. */
export async function insertTaxChange(
  tx: Tx,
  {
    changeId,
    terms,
    reason,
    staffId,
    at,
  }: { changeId: string; terms: TaxTerms; reason: string; staffId: number; at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('tax_rule_change')
    .values({
      ...termColumns(terms),
      change_id: changeId,
      reason,
      state: 'proposed',
      proposed_by: staffId,
      proposed_at: at,
      decided_by: null,
      decided_at: null,
      note: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) return false
  sealRow(tx, 'tax_rule_change', changeId)
  return true
}

/** Holds a change to the end of the transaction: it is decided once. */
export async function lockTaxChange(tx: Tx, changeId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('tax_rule_change')
    .select('change_id')
    .where('change_id', '=', changeId)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export async function decideTaxChange(
  tx: Tx,
  changeId: string,
  decision: { state: RuleChangeState; staffId: number; at: Date; note: string | null },
): Promise<void> {
  const { state, staffId, at, note } = decision
  await tx
    .updateTable('tax_rule_change')
    .set({ state, decided_by: staffId, decided_at: at, note })
    .where('change_id', '=', changeId)
    .execute()
  sealRow(tx, 'tax_rule_change', changeId)
}

/** Puts a rule in force from its day; one from the same day, which has not begun, is replaced. */
export async function putTaxRule(tx: Tx, terms: TaxTerms): Promise<void> {
  const row = termColumns(terms)
  await tx
    .insertInto('tax_rule')
    .values(row)
    .onConflict((conflict) => conflict.column('from_day').doUpdateSet(row))
    .execute()
}
