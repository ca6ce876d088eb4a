import type { Upload, Verdict } from '../../../../contract/people/onboarding.ts'
import type { Context } from '../../../context.ts'
import { sqlState, transaction, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { notFound } from '../../../lib/app-error.ts'
import { isId } from '../../../lib/ids.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { tellStaff } from '../../platform/notices/index.ts'
import { settleCorrected } from './errors.queries.ts'
import { givenRow, judgedOf } from './judging.ts'
import { refuseKind } from './may-onboard.ts'
import type { Judged } from './onboarding-kind.ts'
import type { OnboardingRules } from './onboarding-rules.ts'
import * as rowQueries from './rows.queries.ts'
import { openRow } from './sealed-row.ts'
import { stateAfter } from './upload-machine.ts'
import * as queries from './uploads.queries.ts'

const PIECE = 300
/** Somebody else made the same worker or firm in between: judged again, the row says so. */
const TAKEN_MEANWHILE = '23505'
const TRIES = 5

/**
 * Has a file applied that was read. Asked for again while that runs or after, it changes nothing; one
 * that stopped half way goes on.
 */
export async function applyUpload(
  context: Context,
  caller: StaffCaller,
  uploadId: string,
  { requestId }: Origin,
): Promise<Upload> {
  const { db, keys, jobs } = context
  const found = await transaction(db, async (tx) => {
    const upload = isId(uploadId) && (await queries.lockUpload(tx, uploadId))
    if (!upload) throw notFound('This file')
    refuseKind(caller.role, upload.kind)
    if (upload.state !== 'applying' && upload.state !== 'applied') {
      const at = context.now()
      const said = { applied_by: caller.staffId, applied_at: at }
      const state = stateAfter(upload.state, 'apply')
      await queries.setUpload(tx, uploadId, { state, words: null, ...said })
      await jobs.send(tx, 'onboarding-apply', { uploadId })
      await writeAudit(tx, keys, {
        by: { staffId: caller.staffId, role: caller.role },
        action: 'onboarding.apply',
        subject: 'onboarding',
        subjectId: uploadId,
        before: { state: upload.state },
        after: { state, name: upload.name },
        requestId,
        at,
      })
    }
    return queries.uploadById(tx, uploadId)
  })
  if (!found) throw notFound('This file')
  return queries.toUpload(found)
}

/**
 * Applies what waits of an upload, some hundred rows in each transaction. Killed at any moment and run
 * again, also beside itself, each row has its effect once.
 */
export async function runApplying(
  context: Context,
  uploadId: string,
  signal: AbortSignal,
): Promise<void> {
  for (let isMore = true; isMore;) {
    signal.throwIfAborted()
    isMore = await appliedPiece(context, uploadId)
  }
}

async function appliedPiece(context: Context, uploadId: string): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction(context.db, (tx) => applyPiece(tx, context, uploadId))
    } catch (error) {
      if (attempt === TRIES || sqlState(error) !== TAKEN_MEANWHILE) throw error
    }
  }
}

/** Whether more may wait. */
async function applyPiece(tx: Tx, context: Context, uploadId: string): Promise<boolean> {
  const upload = await queries.lockUpload(tx, uploadId)
  if (upload?.state !== 'applying' || upload.appliedBy === null) return false
  const waiting = await rowQueries.waitingRows(tx, uploadId, PIECE)
  const by = await queries.callerById(tx, upload.appliedBy)
  if (waiting.length === 0) {
    await context.onboarding[upload.kind].finish?.(tx, uploadId)
    await finish(tx, context, { uploadId, name: upload.name, by })
    return false
  }
  const rules = context.onboarding[upload.kind]
  const judged = await applyRows(tx, context, { uploadId, rules, by, waiting })
  await queries.addCounts(tx, uploadId, countedOn(waiting, judged))
  const rowNos = judged.flatMap(({ verdict, rowNo }) => (verdict === 'refused' ? [] : [rowNo]))
  const corrected = { kind: upload.kind, uploadId, rowNos }
  await settleCorrected(tx, corrected, { staffId: by.staffId, at: context.now() })
  return true
}

type Piece = {
  uploadId: string
  rules: OnboardingRules
  by: StaffCaller
  waiting: readonly rowQueries.WaitingRow[]
}

async function applyRows(
  tx: Tx,
  context: Context,
  { uploadId, rules, by, waiting }: Piece,
): Promise<Judged[]> {
  const given = await Promise.all(
    waiting.map(async ({ rowNo, sealed }) => {
      const { cells } = await openRow(context.vault, { uploadId, rowNo }, sealed)
      return givenRow(rules.columns, rowNo, cells)
    }),
  )
  const judged = judgedOf(given, await rules.judge(context, tx, given))
  const applying = { context, by, requestId: `onboarding-${uploadId}`, uploadId }
  const isApplied = judged.map(({ verdict }) => verdict === 'create' || verdict === 'change')
  const subjects = isApplied.includes(true)
    ? await rules.apply(
        tx,
        applying,
        given.filter((_, index) => isApplied[index]),
        judged.filter((_, index) => isApplied[index]),
      )
    : new Map<number, number>()
  const settled = judged.map(({ rowNo, verdict, problems, subjectId }) => ({
    rowNo,
    verdict,
    problems: verdict === 'refused' ? problems : [],
    subjectId: subjects.get(rowNo) ?? subjectId,
  }))
  await rowQueries.settleRows(tx, uploadId, settled)
  return judged
}

/** How the counts move, where rows mean something else now than when they were read. */
function countedOn(
  before: readonly { verdict: Verdict }[],
  after: readonly { verdict: Verdict }[],
): queries.Counts {
  const of = (rows: readonly { verdict: Verdict }[], verdict: Verdict) =>
    rows.filter((row) => row.verdict === verdict).length
  const moved = (verdict: Verdict) => of(after, verdict) - of(before, verdict)
  return {
    rows: 0,
    creates: moved('create'),
    changes: moved('change'),
    same: moved('same'),
    refused: moved('refused'),
    applied: of(after, 'create') + of(after, 'change'),
  }
}

async function finish(
  tx: Tx,
  { keys, now }: Context,
  { uploadId, name, by }: { uploadId: string; name: string; by: StaffCaller },
): Promise<void> {
  const at = now()
  const state = stateAfter('applying', 'finish')
  await queries.setUpload(tx, uploadId, { state, ended_at: at })
  const { creates, changes, same, refused, applied } = await queries.countsOf(tx, uploadId)
  const rest = refused > 0 ? `; ${refused} were refused` : ''
  await tellStaff(tx, {
    staffId: by.staffId,
    words: `Your file “${name.slice(0, 120)}” is applied: ${applied} rows made or changed${rest}.`,
    link: '/dashboard/onboarding-logs?show=uploads',
    at,
  })
  await writeAudit(tx, keys, {
    by: { staffId: by.staffId, role: by.role },
    action: 'onboarding.applied',
    subject: 'onboarding',
    subjectId: uploadId,
    after: { name, creates, changes, same, refused, applied },
    requestId: `onboarding-${uploadId}`,
    at,
  })
}
