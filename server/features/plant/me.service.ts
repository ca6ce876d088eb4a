import type { Shift } from '../../../contract/shifts.ts'
import type { Context } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import type { Origin, StaffCaller } from '../../http/caller.ts'
import { notFound } from '../../lib/app-error.ts'
import { writeAudit } from '../audit/audit.service.ts'
import * as queries from './me.queries.ts'

type Me = {
  staffId: number
  name: string
  employeeCode: string
  plantId: number
  plantName: string
  shift: Shift
  language: 'en' | 'hi'
}

/** Who works on the line, or 404 for staff who are no workers. */
export async function workerById({ db }: Context, { staffId }: StaffCaller): Promise<Me> {
  const worker = await queries.workerById(db, staffId)
  if (!worker) throw notFound('Your record as a worker')
  return worker
}

/** The language in which a worker reads his section. */
export async function setLanguage(
  { db, keys, now }: Context,
  caller: StaffCaller,
  language: Me['language'],
  origin: Origin,
): Promise<{ language: Me['language'] }> {
  const { staffId } = caller
  return transaction(db, async (tx) => {
    const before = await queries.lockedLanguage(tx, staffId)
    if (!before) throw notFound('Your record as a worker')
    if (before === language) return { language }
    await queries.setLanguage(tx, staffId, language)
    await writeAudit(tx, keys, {
      by: caller,
      action: 'worker.language_set',
      subject: 'worker',
      subjectId: staffId,
      before: { language: before },
      after: { language },
      requestId: origin.requestId,
      at: now(),
    })
    return { language }
  })
}
