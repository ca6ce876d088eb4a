import type { Upload } from '../../../../contract/people/onboarding.ts'
import type { Context } from '../../../context.ts'
import { sqlState, transaction } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError, notFound } from '../../../lib/app-error.ts'
import { isId } from '../../../lib/ids.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { deleteMade, hangingOn, lockMade, type Hanging } from './made.ts'
import { refuseKind } from './may-onboard.ts'
import * as back from './take-back.queries.ts'
import { stateAfter } from './upload-machine.ts'
import * as queries from './uploads.queries.ts'

/** A row that something new names, in the moment in which it was to go. */
const NAMED = '23503'

type Asked = { uploadId: string; reason: string }

/**
 * Takes an applied file back as a whole, in one transaction: all that it made is gone as though it had not been sent.
 * Refused as soon as something hangs on one of its rows; nothing is changed then.
 */
export async function takeUploadBack(
  context: Context,
  by: StaffCaller,
  asked: Asked,
  origin: Origin,
): Promise<Upload> {
  try {
    return await takeBack(context, by, asked, origin)
  } catch (error) {
    if (sqlState(error) !== NAMED) throw error
    throw conflict('Something of this file was put to use just now. Nothing was taken back.', error)
  }
}

async function takeBack(
  { db, keys, now, onboarding }: Context,
  by: StaffCaller,
  { uploadId, reason }: Asked,
  { requestId }: Origin,
): Promise<Upload> {
  return transaction(db, async (tx) => {
    const upload = isId(uploadId) && (await queries.lockUpload(tx, uploadId))
    if (!upload) throw notFound('This file')
    const { kind, name } = upload
    refuseKind(by.role, kind)
    const state = stateAfter(upload.state, 'take_back')
    const { made } = onboarding[kind]
    if (!made) {
      throw conflict('Points that a file moved are taken back by a file that takes them.')
    }
    const { made: madeIds, changed } = await back.madeBy(tx, kind, uploadId)
    if (changed > 0) throw conflict(changedWords(changed))
    const ids = await lockMade(tx, made, madeIds)
    const hanging = await hangingOn(tx, made, ids)
    if (hanging.length > 0) throw conflict(hangingWords(hanging))
    await deleteMade(tx, made, ids)
    const at = now()
    await back.dismissOpen(tx, uploadId, { staffId: by.staffId, at })
    const words = `Taken back by ${by.name}: ${reason}`
    await queries.setUpload(tx, uploadId, { state, words, ended_at: at })
    await writeAudit(tx, keys, {
      by,
      action: 'onboarding.taken_back',
      subject: 'onboarding',
      subjectId: uploadId,
      before: { state: upload.state },
      after: { state, name, deleted: ids.length, deletedIds: ids },
      reason,
      requestId,
      at,
    })
    const found = await queries.uploadById(tx, uploadId)
    if (!found) throw notFound('This file')
    return queries.toUpload(found)
  })
}

function changedWords(changed: number): string {
  const rows =
    changed === 1 ? '1 row that was' : `${changed.toLocaleString('en-IN')} rows that were`
  return `This file changed ${rows} there before, and nothing keeps how. It cannot be taken back.`
}

/** "Already in use: W12 and W13 (signed in).": the first few are enough to know why. */
function hangingWords(hanging: readonly Hanging[]): string {
  const codes = new Intl.ListFormat('en-GB').format(hanging.map(({ code }) => code))
  const [first] = hanging
  return `Already in use: ${codes} (${first?.words}). The file can no longer be taken back; nothing was changed.`
}

const conflict = (message: string, cause?: unknown): AppError =>
  new AppError('conflict', message, { cause })
