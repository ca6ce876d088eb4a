import type { z } from 'zod'
import type { ScanDecision, decideScans } from '../../../../contract/programme/held-scans.ts'
import { REVIEWS } from '../../../../contract/programme/scans.ts'
import type { Context } from '../../../context.ts'
import { sqlState, transaction, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError, notFound } from '../../../lib/app-error.ts'
import { isId, makeStaffChangeId } from '../../../lib/ids.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { sealRow } from '../../platform/chain/index.ts'
import { refuseNoSecond } from '../../platform/permissions/index.ts'
import { mayReviewAlone } from '../scans/index.ts'
import * as queries from './decisions.queries.ts'

type Body = z.output<NonNullable<typeof decideScans.body>>
type Who = { caller: StaffCaller; origin: Origin }

/** Decisions that wait, and the newest of those that are over. */
export async function listDecisions({ db }: Pick<Context, 'db'>) {
  return { decisions: (await queries.newestDecisions(db)).map(queries.toDecision) }
}

/**
 * One decision about many scans. All of them wait for a person now, and no other decision names one of
 * them: else nothing is written. Within what one person may settle it is applied at once, by a job.
 */
export async function decide(
  context: Context,
  { outcome, reason, scans }: Body,
  { caller, origin }: Who,
): Promise<ScanDecision> {
  const { db, keys, jobs, now, rules } = context
  try {
    return await transaction(db, async (tx) => {
      const at = now()
      const open = await queries.openScans(
        tx,
        scans.filter(({ scanId }) => isId(scanId)),
      )
      refuseDecided(new Set(scans.map(({ scanId }) => scanId)).size - open.length)
      const points = open.reduce((sum, scan) => sum + scan.points, 0)
      const { staffId } = caller
      const alone = await mayReviewAlone(tx, { staffId, points, at, rules: rules.at(at) })
      const decisionId = makeStaffChangeId(at.getTime())
      await tx
        .insertInto('scan_decision')
        .values({
          decision_id: decisionId,
          outcome: REVIEWS.indexOf(outcome),
          reason,
          needs_two: !alone,
          state: alone ? 'applying' : 'proposed',
          proposed_by: staffId,
          proposed_at: at,
        })
        .execute()
      sealRow(tx, 'scan_decision', decisionId)
      const items = open.map((scan) => ({
        decision_id: decisionId,
        member_id: scan.memberId,
        scan_id: scan.scanId,
        points: scan.points,
      }))
      await tx.insertInto('scan_decision_item').values(items).execute()
      if (alone) await jobs.send(tx, 'scan-decision', { decisionId })
      await writeAudit(tx, keys, {
        by: caller,
        action: alone ? 'scan_decision.made' : 'scan_decision.proposed',
        subject: 'scan_decision',
        subjectId: decisionId,
        after: { outcome, scans: open.length, points },
        reason,
        requestId: origin.requestId,
        at,
      })
      return told(tx, decisionId)
    })
  } catch (error) {
    if (sqlState(error) !== TAKEN) throw error
    throw new AppError('conflict', 'A decision about some of these scans waits already.')
  }
}

const TAKEN = '23505'

function refuseDecided(missing: number): void {
  if (missing <= 0) return
  const which = missing === 1 ? 'One of these scans does' : `${missing} of these scans do`
  throw new AppError('conflict', `${which} not wait any more. Look at what is there now.`)
}

type Named = { decisionId: string; note: string | undefined }

/** Has a proposed decision applied; by another person than who proposed it. */
export async function approve(
  { db, keys, jobs, now }: Context,
  { decisionId, note }: Named,
  who: Who,
): Promise<ScanDecision> {
  return transaction(db, async (tx) => {
    const { proposedBy } = await lockProposed(tx, decisionId)
    if (proposedBy === who.caller.staffId) {
      throw new AppError('forbidden', 'Somebody else approves what you proposed.')
    }
    const at = now()
    await refuseNoSecond(tx, who.caller, [proposedBy], at)
    await close(tx, { decisionId, note }, 'applying', { who, at, keys })
    await jobs.send(tx, 'scan-decision', { decisionId })
    return told(tx, decisionId)
  })
}

/** Drops a proposed decision; its scans wait as before. */
export async function reject(
  { db, keys, now }: Context,
  { decisionId, note }: Named,
  who: Who,
): Promise<ScanDecision> {
  return transaction(db, async (tx) => {
    await lockProposed(tx, decisionId)
    await tx
      .updateTable('scan_decision_item')
      .set({ state: 'dropped' })
      .where('decision_id', '=', decisionId)
      .execute()
    await close(tx, { decisionId, note }, 'rejected', { who, at: now(), keys })
    return told(tx, decisionId)
  })
}

async function lockProposed(tx: Tx, decisionId: string) {
  const found = isId(decisionId) ? await queries.lockDecision(tx, decisionId) : undefined
  if (!found) throw notFound('This decision')
  if (found.state === 'proposed') return found
  throw new AppError('conflict', 'This decision does not wait for approval any more.')
}

async function close(
  tx: Tx,
  { decisionId, note }: Named,
  state: 'applying' | 'rejected',
  { who: { caller, origin }, at, keys }: { who: Who; at: Date; keys: Context['keys'] },
): Promise<void> {
  await tx
    .updateTable('scan_decision')
    .set({ state, decided_by: caller.staffId, decided_at: at, note: note ?? null })
    .where('decision_id', '=', decisionId)
    .execute()
  sealRow(tx, 'scan_decision', decisionId)
  await writeAudit(tx, keys, {
    by: caller,
    action: state === 'applying' ? 'scan_decision.approved' : 'scan_decision.rejected',
    subject: 'scan_decision',
    subjectId: decisionId,
    ...(note && { reason: note }),
    requestId: origin.requestId,
    at,
  })
}

async function told(tx: Tx, decisionId: string): Promise<ScanDecision> {
  const found = await queries.decisionById(tx, decisionId)
  if (!found) throw new Error(`Decision ${decisionId} is not there.`)
  return queries.toDecision(found)
}
