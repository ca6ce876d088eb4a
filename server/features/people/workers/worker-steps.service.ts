import type { WorkerDetail } from '../../../../contract/people/workers.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError, invalidField } from '../../../lib/app-error.ts'
import { writeAudit, type AuditEntry } from '../../platform/audit/index.ts'
import {
  endLinksOf,
  endSessionsOf,
  forgetOwnKeys,
  issueLink,
  linkAddress,
} from '../../platform/session/index.ts'
import { forgetTwoFactor } from '../../platform/two-factor/index.ts'
import * as queries from './workers.queries.ts'
import { knownPlant, lockedWorker, workerDetailOf } from './workers.service.ts'

type Asked = { staffId: number; reason: string }
type AuditFields = Pick<AuditEntry, 'action' | 'before' | 'after'>

/** Moves a worker to another plant. Their sessions end: a phone keeps what it knew of the old. */
export async function moveWorker(
  context: Context,
  caller: StaffCaller,
  { plantId, ...asked }: Asked & { plantId: number },
  origin: Origin,
): Promise<WorkerDetail> {
  return step(context, caller, { ...asked, origin }, async (tx, worker) => {
    const plant = await knownPlant(tx, plantId)
    if (worker.plantId === plantId) {
      throw invalidField('plantId', `${worker.name} works at ${plant.name} already.`)
    }
    await queries.setPlant(tx, worker.staffId, plantId)
    await endSessionsOf(tx, [worker.staffId])
    return {
      action: 'worker.moved',
      before: { plantId: worker.plantId, plantName: worker.plantName },
      after: { plantId, plantName: plant.name },
    }
  })
}

/** Ends a worker's sessions and links; they cannot sign in until they are reactivated. */
export async function deactivateWorker(
  context: Context,
  caller: StaffCaller,
  asked: Asked,
  origin: Origin,
): Promise<WorkerDetail> {
  return step(context, caller, { ...asked, origin }, async (tx, worker) => {
    if (worker.disabledAt !== null) throw conflict(`${whoIs(worker)} is deactivated already.`)
    await queries.setDisabled(tx, worker.staffId, context.now())
    await endSessionsOf(tx, [worker.staffId])
    await endLinksOf(tx, worker.staffId)
    return {
      action: 'worker.deactivated',
      before: { status: 'active' },
      after: { status: 'deactivated' },
    }
  })
}

/** Lets a deactivated worker sign in again with the password they had. */
export async function reactivateWorker(
  context: Context,
  caller: StaffCaller,
  asked: Asked,
  origin: Origin,
): Promise<WorkerDetail> {
  return step(context, caller, { ...asked, origin }, async (tx, worker) => {
    if (worker.disabledAt === null) throw conflict(`${whoIs(worker)} is active already.`)
    await queries.setDisabled(tx, worker.staffId, null)
    return {
      action: 'worker.reactivated',
      before: { status: 'deactivated' },
      after: { status: 'active' },
    }
  })
}

/** Takes a worker's password away, ends their sessions and older links, and gives a new link. */
export async function resetWorker(
  context: Context,
  caller: StaffCaller,
  asked: Asked,
  origin: Origin,
): Promise<{ worker: WorkerDetail; link: string }> {
  // A transaction that is done again makes another link: the last one counts.
  let link = ''
  const worker = await step(context, caller, { ...asked, origin }, async (tx, worker) => {
    if (worker.disabledAt !== null) {
      throw conflict(`${whoIs(worker)} is deactivated: reactivate this worker first.`)
    }
    await forgetOwnKeys(tx, worker.staffId)
    await endSessionsOf(tx, [worker.staffId])
    await endLinksOf(tx, worker.staffId)
    // Who lost the phone has no other way back in.
    const twoFactor = await forgetTwoFactor(tx, worker.staffId)
    link = linkAddress(context, await issueLink(tx, worker.staffId))
    return {
      action: 'worker.reset',
      before: { hasPassword: worker.hasPassword, twoFactor },
      after: { hasPassword: false, twoFactor: false },
    }
  })
  return { worker, link }
}

/** One change of a locked worker, with its audit row. Gives the worker as they are then. */
async function step(
  { db, keys, now }: Context,
  by: StaffCaller,
  { staffId, reason, origin }: Asked & { origin: Origin },
  change: (tx: Tx, worker: queries.FoundWorker) => Promise<AuditFields>,
): Promise<WorkerDetail> {
  return transaction(db, async (tx) => {
    const worker = await lockedWorker(tx, staffId)
    const at = now()
    const entry = await change(tx, worker)
    await writeAudit(tx, keys, {
      by,
      ...entry,
      subject: 'staff',
      subjectId: staffId,
      reason,
      requestId: origin.requestId,
      at,
    })
    return workerDetailOf(tx, staffId, at)
  })
}

const whoIs = ({ name, employeeCode }: queries.FoundWorker) => `${name} (${employeeCode})`
const conflict = (message: string) => new AppError('conflict', message)
