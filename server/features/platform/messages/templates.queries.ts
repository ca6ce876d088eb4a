import type { Language } from '../../../../contract/people/members.ts'
import type { OccasionKey } from '../../../../contract/platform/message-occasions.ts'
import type { RuleChangeState } from '../../../../contract/platform/rules.ts'
import type { Db, Tx } from '../../../db/database.ts'
import type { Template } from './template-choice.ts'

function changes(db: Db | Tx) {
  return db
    .selectFrom('message_change as c')
    .innerJoin('staff as maker', 'maker.staff_id', 'c.proposed_by')
    .leftJoin('staff as checker', 'checker.staff_id', 'c.decided_by')
    .select([
      'c.change_id as changeId',
      'c.occasion',
      'c.language',
      'c.subject',
      'c.body',
      'c.dlt_template as dltTemplate',
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

/** The approved texts of an occasion: the newest of each language. */
export async function textsOf(db: Db | Tx, occasion: OccasionKey): Promise<Template[]> {
  return db
    .selectFrom('message_change')
    .distinctOn('language')
    .select(['language', 'subject', 'body', 'dlt_template as dltTemplate'])
    .where('occasion', '=', occasion)
    .where('state', '=', 'approved')
    .orderBy('language')
    .orderBy('decided_at', 'desc')
    .orderBy('change_id', 'desc')
    .execute()
}

/** Of each text the newest approved change, and the one that waits. */
export async function currentChanges(db: Db | Tx): Promise<FoundChange[]> {
  return changes(db)
    .distinctOn(['c.occasion', 'c.language', 'c.state'])
    .where('c.state', 'in', ['approved', 'proposed'])
    .orderBy('c.occasion')
    .orderBy('c.language')
    .orderBy('c.state')
    .orderBy('c.decided_at', 'desc')
    .orderBy('c.change_id', 'desc')
    .execute()
}

type Of = { occasion: OccasionKey; language: Language }

export async function changesOf(db: Db, { occasion, language }: Of): Promise<FoundChange[]> {
  return changes(db)
    .where('c.occasion', '=', occasion)
    .where('c.language', '=', language)
    .orderBy('c.change_id', 'desc')
    .execute()
}

export async function changeById(db: Db | Tx, changeId: string): Promise<FoundChange | undefined> {
  return changes(db).where('c.change_id', '=', changeId).executeTakeFirst()
}

export async function openChangeOf(tx: Tx, { occasion, language }: Of) {
  return changes(tx)
    .where('c.occasion', '=', occasion)
    .where('c.language', '=', language)
    .where('c.state', '=', 'proposed')
    .executeTakeFirst()
}

export type NewChange = Template & {
  changeId: string
  occasion: OccasionKey
  reason: string
  needsTwo: boolean
  staffId: number
  at: Date
}

/** False where a change of the text is open already, or the id is taken. */
export async function insertChange(tx: Tx, change: NewChange): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('message_change')
    .values({
      change_id: change.changeId,
      occasion: change.occasion,
      language: change.language,
      subject: change.subject,
      body: change.body,
      dlt_template: change.dltTemplate,
      reason: change.reason,
      needs_two: change.needsTwo,
      state: 'proposed',
      proposed_by: change.staffId,
      proposed_at: change.at,
      decided_by: null,
      decided_at: null,
      note: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Holds a change to the end of the transaction: it is decided once. */
export async function lockChange(tx: Tx, changeId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('message_change')
    .select('change_id')
    .where('change_id', '=', changeId)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export async function decideChange(
  tx: Tx,
  changeId: string,
  decision: { state: RuleChangeState; staffId: number; at: Date; note: string | null },
): Promise<void> {
  await tx
    .updateTable('message_change')
    .set({
      state: decision.state,
      decided_by: decision.staffId,
      decided_at: decision.at,
      note: decision.note,
    })
    .where('change_id', '=', changeId)
    .execute()
}
