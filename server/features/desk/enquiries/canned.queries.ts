import { number, type Db, type Tx } from '../../../db/database.ts'
import type { EnquiryCategory } from '../../../../contract/desk/enquiry-states.ts'

function cannedRows(db: Db | Tx) {
  return db
    .selectFrom('canned_answer as c')
    .innerJoin('staff as s', 's.staff_id', 'c.changed_by')
    .select([
      'c.canned_id as cannedId',
      'c.title',
      'c.category',
      'c.en',
      'c.hi',
      's.name as changedBy',
      'c.changed_at as changedAt',
    ])
}
export type FoundCanned = Awaited<
  ReturnType<ReturnType<typeof cannedRows>['executeTakeFirstOrThrow']>
>

export const allCanned = (db: Db) =>
  cannedRows(db).orderBy('c.title').orderBy('c.canned_id').execute()

export const cannedById = (db: Db | Tx, cannedId: number) =>
  cannedRows(db).where('c.canned_id', '=', cannedId).executeTakeFirst()

export async function countCanned(tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom('canned_answer')
    .select((select) => number(select.fn.countAll()).as('count'))
    .executeTakeFirstOrThrow()
  return count
}

type Values = {
  title: string
  category: EnquiryCategory | null
  en: string
  hi: string
  changed_by: number
  changed_at: Date
}

export async function insertCanned(tx: Tx, values: Values): Promise<number> {
  const { cannedId } = await tx
    .insertInto('canned_answer')
    .values(values)
    .returning('canned_id as cannedId')
    .executeTakeFirstOrThrow()
  return cannedId
}

export async function updateCanned(tx: Tx, cannedId: number, values: Values): Promise<void> {
  await tx.updateTable('canned_answer').set(values).where('canned_id', '=', cannedId).execute()
}

/** The answer as it stands, locked to the end of the transaction. */
export async function lockCanned(tx: Tx, cannedId: number) {
  return tx
    .selectFrom('canned_answer')
    .select(['title', 'category', 'en', 'hi'])
    .where('canned_id', '=', cannedId)
    .forUpdate()
    .executeTakeFirst()
}

export async function deleteCanned(tx: Tx, cannedId: number): Promise<void> {
  await tx.deleteFrom('canned_answer').where('canned_id', '=', cannedId).execute()
}
