import { mobile } from '../../../../contract/india.ts'
import type {
  WorkerDetail,
  WorkerFields,
  WorkerListQuery,
} from '../../../../contract/people/workers.ts'
import type { Context } from '../../../context.ts'
import { sqlState, transaction, type Db, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError, invalidField, notFound } from '../../../lib/app-error.ts'
import { differing } from '../../../lib/change-words.ts'
import { eventsOf, mustBeVersion, withVersion, writeAudit } from '../../platform/audit/index.ts'
import { endLinksOf, endSessionsOf, issueLink, linkAddress } from '../../platform/session/index.ts'
import * as details from './worker-detail.queries.ts'
import { codeTaken, mobileTaken, emailTaken } from './worker-judging.ts'
import { workerPage, type Sought } from './worker-list.queries.ts'
import { holdersOf, insertWorkers } from './worker-onboarding.queries.ts'
import { FIELD_WORDS, wordsOf } from './worker-words.ts'
import { plantToChoose } from '../plants/index.ts'
import * as queries from './workers.queries.ts'

const TAKEN = '23505'

export async function listWorkers({ db, now }: Context, filters: WorkerListQuery) {
  const sought = filters.q ? readSearch(filters.q) : null
  return workerPage(db, filters, { sought, now: now() })
}

function readSearch(text: string): Sought {
  const read = mobile.safeParse(text)
  return { code: text.toUpperCase(), mobile: read.success ? read.data : null, name: text }
}

export async function getWorker({ db, now }: Context, staffId: number): Promise<WorkerDetail> {
  return workerDetailOf(db, staffId, now())
}

/** One worker, also as seen from within a transaction. Refuses with 404 staff who are no workers. */
export async function workerDetailOf(
  db: Db | Tx,
  staffId: number,
  now: Date,
): Promise<WorkerDetail> {
  const row = await queries.workerById(db, staffId)
  if (!row) throw notFound('This worker')
  const acts = await details.lastActs(db, staffId)
  const subject = { subject: 'staff', id: staffId, piece: 'workers.onboarded' } as const
  return {
    ...row,
    sessions: await details.countSessions(db, staffId, now),
    events: await eventsOf(db, subject, wordsOf),
    acts: acts.map(({ occurredAt, action, ...act }) => ({
      ...act,
      at: occurredAt.toISOString(),
      action: action === 'activate' ? 'activate' : 'deactivate',
    })),
  }
}

type NewWorker = WorkerFields & { plantId: number }

/** Makes a worker without a password, and the link that sets the first one. */
export async function createWorker(
  context: Context,
  caller: StaffCaller,
  { plantId, ...fields }: NewWorker,
  origin: Origin,
) {
  const { db, keys, now } = context
  return tellingTaken(db, { fields, staffId: null }, async (tx) => {
    const plant = await knownPlant(tx, plantId)
    const at = now()
    const ids = await insertWorkers(tx, [{ ...fields, plantId }], at)
    const staffId = Number(ids.get(fields.email))
    const token = await issueLink(tx, staffId)
    await writeAudit(tx, keys, {
      by: caller,
      action: 'worker.created',
      subject: 'staff',
      subjectId: staffId,
      after: { ...fields, plantId, plantName: plant.name },
      requestId: origin.requestId,
      at,
    })
    return {
      worker: await workerDetailOf(tx, staffId, at),
      link: linkAddress(context, token),
    }
  })
}

type Change = { staffId: number; fields: WorkerFields; version: number }

/** Corrects what is known of a worker. With another e-mail their sessions and links end. */
export async function changeWorker(
  { db, keys, now }: Context,
  caller: StaffCaller,
  { staffId, fields, version }: Change,
  origin: Origin,
): Promise<WorkerDetail> {
  return tellingTaken(db, { fields, staffId }, async (tx) => {
    const worker = await lockedWorker(tx, staffId)
    await mustBeVersion(tx, 'staff', { id: staffId, seen: version, words: FIELD_WORDS })
    const at = now()
    const changed = differing(fieldsOf(worker), fields)
    if (changed) {
      await queries.updateWorker(tx, staffId, fields)
      if (worker.email !== fields.email) {
        await endSessionsOf(tx, [staffId])
        await endLinksOf(tx, staffId)
      }
      await writeAudit(tx, keys, {
        by: caller,
        action: 'worker.changed',
        subject: 'staff',
        subjectId: staffId,
        before: changed.before,
        after: await withVersion(tx, 'staff', staffId, changed.after),
        requestId: origin.requestId,
        at,
      })
    }
    return workerDetailOf(tx, staffId, at)
  })
}

function fieldsOf(worker: queries.FoundWorker): WorkerFields {
  const { employeeCode, name, email, mobile, shift, language, joinedOn } = worker
  return { employeeCode, name, email, mobile, shift, language, joinedOn }
}

export async function lockedWorker(tx: Tx, staffId: number): Promise<queries.FoundWorker> {
  const worker = await queries.lockWorker(tx, staffId)
  if (!worker) throw notFound('This worker')
  return worker
}

export async function knownPlant(tx: Tx, plantId: number) {
  const plant = await plantToChoose(tx, plantId)
  if (!plant) throw invalidField('plantId', 'There is no such plant any more. Choose another.')
  if (plant.leftAt) {
    throw invalidField('plantId', `${plant.name} is deactivated: it gets no new workers.`)
  }
  return plant
}

/** Does `work` in a transaction; what is another account's is told at its field, in a race too. */
async function tellingTaken<T>(
  db: Db,
  wanted: { fields: WorkerFields; staffId: number | null },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await transaction(db, async (tx) => {
      await refuseTaken(tx, wanted)
      return work(tx)
    })
  } catch (error) {
    if (sqlState(error) !== TAKEN) throw error
    await refuseTaken(db, wanted)
    throw new AppError(
      'conflict',
      'Somebody entered the same employee code, e-mail or mobile just now. Try again.',
      { cause: error },
    )
  }
}

async function refuseTaken(
  db: Db | Tx,
  { fields, staffId }: { fields: WorkerFields; staffId: number | null },
): Promise<void> {
  const { employeeCode, email, mobile } = fields
  const others = (
    await holdersOf(db, {
      codes: [employeeCode],
      emails: [email],
      mobiles: mobile === null ? [] : [mobile],
    })
  ).filter((holder) => holder.staffId !== staffId)
  const taken: Record<string, string> = {}
  for (const holder of others) {
    if (holder.worker?.employeeCode === employeeCode) {
      taken.employeeCode = codeTaken(employeeCode, holder)
    }
    if (holder.email === email) taken.email = emailTaken(holder)
    if (mobile !== null && holder.worker?.mobile === mobile) taken.mobile = mobileTaken(holder)
  }
  const words = Object.values(taken)
  if (words.length > 0) throw new AppError('invalid', words.join(' '), { fields: taken })
}
