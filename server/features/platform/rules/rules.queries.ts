import type { RuleValue } from '../../../../contract/platform/rule-definitions.ts'
import type { RuleChangeState } from '../../../../contract/platform/rules.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { sealRow } from '../chain/index.ts'

function changes(db: Db | Tx) {
  return db
    .selectFrom('rule_change as c')
    .innerJoin('staff as maker', 'maker.staff_id', 'c.proposed_by')
    .leftJoin('staff as checker', 'checker.staff_id', 'c.decided_by')
    .select([
      'c.change_id as changeId',
      'c.rule',
      'c.value',
      'c.from_at as fromAt',
      'c.holds_from as holdsFrom',
      'c.reason',
      'c.state',
      'c.needs_two as needsTwo',
      'c.proposed_by as proposedById',
      'maker.name as proposedByName',
      'c.proposed_at as proposedAt',
      'c.decided_by as decidedById',
      'checker.name as decidedByName',
      'c.decided_at as decidedAt',
      'c.note',
    ])
}
export type FoundChange = Awaited<ReturnType<ReturnType<typeof changes>['executeTakeFirstOrThrow']>>

/** Those that hold, will hold or may come to hold, in the order in which they take effect. */
export async function currentChanges(db: Db): Promise<FoundChange[]> {
  return changes(db)
    .where('c.state', 'in', ['approved', 'proposed'])
    .orderBy('c.holds_from')
    .orderBy('c.decided_at')
    .orderBy('c.change_id')
    .execute()
}

/** The approved changes of one rule, in the order in which they take effect. */
export async function approvedOf(tx: Tx, rule: string): Promise<FoundChange[]> {
  return changes(tx)
    .where('c.rule', '=', rule)
    .where('c.state', '=', 'approved')
    .orderBy('c.holds_from')
    .orderBy('c.decided_at')
    .orderBy('c.change_id')
    .execute()
}

export async function changesOf(db: Db, rule: string): Promise<FoundChange[]> {
  return changes(db).where('c.rule', '=', rule).orderBy('c.change_id', 'desc').execute()
}

export async function changeById(db: Db | Tx, changeId: string): Promise<FoundChange | undefined> {
  return changes(db).where('c.change_id', '=', changeId).executeTakeFirst()
}

export async function openChangeOf(tx: Tx, rule: string): Promise<FoundChange | undefined> {
  return changes(tx).where('c.rule', '=', rule).where('c.state', '=', 'proposed').executeTakeFirst()
}

export type NewChange = {
  changeId: string
  rule: string
  value: RuleValue
  fromAt: Date | null
  reason: string
  needsTwo: boolean
  staffId: number
  at: Date
}

/** False where a change of the rule is open already, or the id is taken. */
export async function insertChange(tx: Tx, change: NewChange): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('rule_change')
    .values({
      change_id: change.changeId,
      rule: change.rule,
      value: JSON.stringify(change.value),
      from_at: change.fromAt,
      reason: change.reason,
      needs_two: change.needsTwo,
      state: 'proposed',
      proposed_by: change.staffId,
      proposed_at: change.at,
      decided_by: null,
      decided_at: null,
      note: null,
      holds_from: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) return false
  sealRow(tx, 'rule_change', change.changeId)
  return true
}

/** Holds a change to the end of the transaction: it is decided once. */
export async function lockChange(tx: Tx, changeId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('rule_change')
    .select('change_id')
    .where('change_id', '=', changeId)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export async function decideChange(
  tx: Tx,
  changeId: string,
  decision: {
    state: RuleChangeState
    staffId: number
    at: Date
    note: string | null
    holdsFrom: Date | null
  },
): Promise<void> {
  await tx
    .updateTable('rule_change')
    .set({
      state: decision.state,
      decided_by: decision.staffId,
      decided_at: decision.at,
      note: decision.note,
      holds_from: decision.holdsFrom,
    })
    .where('change_id', '=', changeId)
    .execute()
  sealRow(tx, 'rule_change', changeId)
}
