import type { z } from 'zod'
import type { CannedAnswer, saveCannedAnswer } from '../../../../contract/desk/enquiries.ts'
import type { Context } from '../../../context.ts'
import { sqlState, transaction, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError, invalidField, notFound } from '../../../lib/app-error.ts'
import { writeAudit, type AuditEntry } from '../../platform/audit/index.ts'
import * as queries from './canned.queries.ts'

const MOST = 200
const TAKEN = '23505'

type Saved = z.output<NonNullable<typeof saveCannedAnswer.body>>
type Words = Omit<Saved, 'cannedId'>

const toCanned = ({ changedAt, ...found }: queries.FoundCanned): CannedAnswer => ({
  ...found,
  changedAt: changedAt.toISOString(),
})

export async function listCanned({ db }: Pick<Context, 'db'>) {
  return { answers: (await queries.allCanned(db)).map(toCanned) }
}

/** Adds an answer, or changes the one that is named. A title is there once. */
export async function saveCanned(
  context: Context,
  caller: StaffCaller,
  { cannedId, ...words }: Saved,
  origin: Origin,
): Promise<CannedAnswer> {
  refuseOtherPlaces('en', words.en)
  refuseOtherPlaces('hi', words.hi)
  try {
    return await transaction(context.db, (tx) =>
      cannedId === undefined
        ? add(tx, context, { caller, origin, words })
        : change(tx, context, { caller, origin, words, cannedId }),
    )
  } catch (error) {
    if (sqlState(error) !== TAKEN) throw error
    throw invalidField('title', 'There is an answer with this title already.')
  }
}

/** Only the two places that are filled may be there: anything else would reach the member as it is. */
function refuseOtherPlaces(field: string, text: string): void {
  const [other] = text.match(/\{(?!(?:name|number)\})[^{}]*\}/) ?? []
  if (other === undefined) return
  throw invalidField(
    field,
    `${other} is filled by nothing: write {name} for the member’s name or {number} for the number of the enquiry.`,
  )
}

type By = { caller: StaffCaller; origin: Origin }

async function add(
  tx: Tx,
  context: Context,
  { words, ...by }: By & { words: Words },
): Promise<CannedAnswer> {
  if ((await queries.countCanned(tx)) >= MOST) {
    throw new AppError('conflict', `There are ${MOST} answers already. Remove one first.`)
  }
  const at = context.now()
  const values = { ...words, changed_by: by.caller.staffId, changed_at: at }
  const cannedId = await queries.insertCanned(tx, values)
  await audit(tx, context, by, { action: 'canned-answer.added', cannedId, after: words, at })
  return savedOf(tx, cannedId)
}

async function change(
  tx: Tx,
  context: Context,
  { words, cannedId, ...by }: By & { words: Words; cannedId: number },
): Promise<CannedAnswer> {
  const before = await queries.lockCanned(tx, cannedId)
  if (!before) throw notFound('This answer')
  const at = context.now()
  const values = { ...words, changed_by: by.caller.staffId, changed_at: at }
  await queries.updateCanned(tx, cannedId, values)
  const told = { action: 'canned-answer.changed', cannedId, before, after: words, at }
  await audit(tx, context, by, told)
  return savedOf(tx, cannedId)
}

async function savedOf(tx: Tx, cannedId: number): Promise<CannedAnswer> {
  const found = await queries.cannedById(tx, cannedId)
  if (!found) throw notFound('This answer')
  return toCanned(found)
}

export async function deleteCanned(
  context: Context,
  caller: StaffCaller,
  cannedId: number,
  origin: Origin,
) {
  return transaction(context.db, async (tx) => {
    const before = await queries.lockCanned(tx, cannedId)
    if (!before) throw notFound('This answer')
    await queries.deleteCanned(tx, cannedId)
    const at = context.now()
    const told = { action: 'canned-answer.removed', cannedId, before, at }
    await audit(tx, context, { caller, origin }, told)
    return { message: `“${before.title}” is removed.` }
  })
}

async function audit(
  tx: Tx,
  { keys }: Pick<Context, 'keys'>,
  { caller: { staffId, role }, origin }: By,
  {
    cannedId,
    ...told
  }: Pick<AuditEntry, 'action' | 'before' | 'after'> & {
    cannedId: number
    at: Date
  },
): Promise<void> {
  await writeAudit(tx, keys, {
    by: { staffId, role },
    subject: 'canned_answer',
    subjectId: cannedId,
    requestId: origin.requestId,
    ...told,
  })
}
