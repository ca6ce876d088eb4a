import type { z } from 'zod'
import {
  POINTS_PER_FILE,
  type listPointsFiles,
  type PointsFile,
  type PointsFileCause,
} from '../../../../contract/ledger/points-files.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Db, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError, notFound } from '../../../lib/app-error.ts'
import { isId, makeStaffChangeId } from '../../../lib/ids.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { refuseNoSecond } from '../../platform/permissions/index.ts'
import { tellOther } from '../../platform/notices/index.ts'
import * as queries from './points-files.queries.ts'

type Proposing = {
  uploadId: string
  cause: PointsFileCause
  rows: readonly queries.NewRow[]
  by: StaffCaller
  /** One corrected row is applied by itself, not as a part of its whole file. */
  alone?: true | undefined
  at: Date
}

/** Files that propose points, by state, upload and who may decide. */
export async function listFiles(
  { db }: Pick<Context, 'db'>,
  filters: z.output<NonNullable<typeof listPointsFiles.query>>,
) {
  return queries.filePage(db, filters)
}

/**
 * Proposes points of members by an upload that is being applied; call it in the transaction of the
 * piece, which holds the upload. Nothing moves until somebody else has approved the whole.
 */
export async function proposePoints(tx: Tx, proposing: Proposing): Promise<void> {
  const { uploadId, cause, rows, by, alone, at } = proposing
  const [first] = rows
  if (!first) return
  let open = alone
    ? await queries.lockWaiting(tx, uploadId, first.memberId)
    : await queries.lockCollecting(tx, uploadId)
  if (!open) {
    open = { pointsFileId: makeStaffChangeId(at.getTime()) }
    const state = alone ? 'waiting' : 'collecting'
    await queries.insertFile(tx, { ...open, uploadId, cause, state, at })
  }
  const opening = cause === 'opening'
  await queries.addRows(tx, open.pointsFileId, { rows, opening, maker: by.staffId })
}

/** Lets what an upload collected wait for a second person, now that all of it is applied. */
export const endCollecting = queries.endCollecting

/** Of these members, who brings how many points already. */
export const openingPointsOf = queries.openingOf

/** Refuses what cannot be done while points of a member wait for a decision or for the job. */
export async function refuseWhilePointsWait(tx: Tx, memberId: number): Promise<void> {
  if (!(await queries.waitsFor(tx, memberId))) return
  throw new AppError(
    'conflict',
    'Points by file wait for this member. Have the file approved or rejected first.',
  )
}

type Decision = { pointsFileId: string; note?: string | undefined }
type Seen = { members: number; given: number; taken: number }

/**
 * Approves all that a file proposes, as it was looked at; a job moves the points. Refuses everybody who
 * had a hand in the file.
 */
export async function approveFile(
  context: Context,
  by: StaffCaller,
  { pointsFileId, note, ...seen }: Decision & Seen,
  origin: Origin,
): Promise<PointsFile> {
  return decide(
    context,
    by,
    { pointsFileId, note, state: 'crediting' },
    origin,
    async (tx, file) => {
      await refuseNoSecond(tx, by, file.makers, context.now())
      if (file.members !== seen.members || file.given !== seen.given || file.taken !== seen.taken) {
        throw new AppError(
          'conflict',
          'The file has other totals by now: look at it again. Nothing was approved.',
        )
      }
      if (file.cause === 'adjustment' && file.given > POINTS_PER_FILE) {
        const [given, most] = [file.given, POINTS_PER_FILE].map((n) => n.toLocaleString('en-IN'))
        throw new AppError(
          'conflict',
          `This file gives ${given} points; one file gives at most ${most}. Reject it and send smaller ones.`,
        )
      }
      await context.jobs.send(tx, 'points-credit', { pointsFileId })
    },
  )
}

/** Rejects all that a file proposes; what it proposed is forgotten but for the totals. */
export async function rejectFile(
  context: Context,
  by: StaffCaller,
  decision: Decision,
  origin: Origin,
): Promise<PointsFile> {
  return decide(context, by, { ...decision, state: 'rejected' }, origin, (tx) =>
    queries.deleteRows(tx, decision.pointsFileId),
  )
}

/** Takes a proposal back; only who had a hand in it does. */
export async function withdrawFile(
  context: Context,
  by: StaffCaller,
  decision: Decision,
  origin: Origin,
): Promise<PointsFile> {
  return decide(context, by, { ...decision, state: 'withdrawn' }, origin, (tx) =>
    queries.deleteRows(tx, decision.pointsFileId),
  )
}

type State = 'crediting' | 'rejected' | 'withdrawn'
const ACTIONS: Record<State, string> = {
  crediting: 'points_file.approved',
  rejected: 'points_file.rejected',
  withdrawn: 'points_file.withdrawn',
}
type Locked = NonNullable<Awaited<ReturnType<typeof queries.lockFile>>>

/** Settles who decides what about a file: the first, and for or against it nobody who made it. */
async function decide(
  context: Context,
  by: StaffCaller,
  { pointsFileId, note, state }: Decision & { state: State },
  { requestId }: Origin,
  work: (tx: Tx, file: Locked) => Promise<void>,
): Promise<PointsFile> {
  return transaction(context.db, async (tx) => {
    const at = context.now()
    const file = isId(pointsFileId) ? await queries.lockFile(tx, pointsFileId) : undefined
    if (!file) throw notFound('This file of points')
    refuseDecision(await fileNamed(tx, pointsFileId), by, state)
    await work(tx, file)
    await queries.setState(tx, pointsFileId, state, { staffId: by.staffId, at, note })
    const after = await fileNamed(tx, pointsFileId)
    await writeAudit(tx, context.keys, {
      by,
      action: ACTIONS[state],
      subject: 'points_file',
      subjectId: pointsFileId,
      before: { state: file.state },
      after: { state, members: file.members, given: file.given, taken: file.taken },
      reason: note,
      requestId,
      at,
    })
    await tellMakers(tx, by, { after, makers: file.makers, at })
    return after
  })
}

function refuseDecision(
  { state, decidedBy, makerIds }: PointsFile,
  by: StaffCaller,
  wanted: State,
): void {
  const made = makerIds.includes(by.staffId)
  if (state === 'collecting' && wanted !== 'withdrawn') {
    throw new AppError('conflict', 'The file is still being applied. Wait until all of it is.')
  }
  if (state === 'collecting') {
    throw new AppError('conflict', 'The file is still being applied. Withdraw it afterwards.')
  }
  if (state !== 'waiting') {
    const done = state === 'crediting' || state === 'credited' ? 'approved' : state
    throw new AppError('conflict', `${decidedBy} has ${done} this already. Nothing was changed.`)
  }
  if (wanted !== 'withdrawn' && made) {
    throw new AppError(
      'conflict',
      'You sent, applied or corrected this file: somebody else must decide it.',
    )
  }
  if (wanted === 'withdrawn' && !made) {
    throw new AppError(
      'conflict',
      'Only somebody who sent, applied or corrected this file takes it back. Reject it instead.',
    )
  }
}

async function tellMakers(
  tx: Tx,
  by: StaffCaller,
  { after, makers, at }: { after: PointsFile; makers: readonly number[]; at: Date },
): Promise<void> {
  const done = after.state === 'crediting' ? 'approved' : after.state
  const words = `The points of “${after.fileName.slice(0, 120)}” were ${done} by ${by.name}.`
  for (const staffId of makers) {
    await tellOther(tx, by, { staffId, words, link: '/dashboard/users?show=points-files', at })
  }
}

async function fileNamed(db: Db | Tx, id: string): Promise<PointsFile> {
  const file = await queries.fileById(db, id)
  if (!file) throw notFound('This file of points')
  return file
}
