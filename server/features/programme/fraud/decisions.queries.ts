import { sql } from 'kysely'
import type { ScanDecision, ScanKey } from '../../../../contract/programme/held-scans.ts'
import { OPEN_REVIEWS, REVIEWS } from '../../../../contract/programme/scans.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { sealRow } from '../../platform/chain/index.ts'

const OPEN = OPEN_REVIEWS.map((review) => REVIEWS.indexOf(review))
/** So many that are over are shown. */
const NEWEST = 10

const keysOf = (scans: readonly ScanKey[]) => sql`
  unnest(${scans.map(({ memberId }) => memberId)}::int[],
    ${scans.map(({ scanId }) => scanId)}::bigint[]) as k (member_id, id)`

/** Of the scans that are named those that wait for a person. */
export async function openScans(tx: Tx, scans: readonly ScanKey[]) {
  const { rows } = await sql<ScanKey & { points: number }>`
    select distinct s.member_id as "memberId", s.id as "scanId", s.points
    from ${keysOf(scans)} join scan s using (member_id, id)
    where s.review = any(${OPEN}::int[])`.execute(tx)
  return rows
}

const rowsOf = (db: Db | Tx) =>
  db
    .selectFrom('scan_decision as d')
    .innerJoin('staff as p', 'p.staff_id', 'd.proposed_by')
    .leftJoin('staff as a', 'a.staff_id', 'd.decided_by')
    .innerJoinLateral(
      (join) =>
        join
          .selectFrom('scan_decision_item as i')
          .whereRef('i.decision_id', '=', 'd.decision_id')
          .select([
            sql<number>`count(*)::int`.as('scans'),
            sql<number>`count(distinct i.member_id)::int`.as('members'),
            sql<number>`sum(i.points)::int`.as('points'),
            sql<number>`(count(*) filter (where i.state = 'settled'))::int`.as('settled'),
            sql<number>`(count(*) filter (where i.state = 'elsewhere'))::int`.as('elsewhere'),
            sql<number>`(count(*) filter (where i.state = 'refused'))::int`.as('refused'),
          ])
          .as('i'),
      (join) => join.onTrue(),
    )
    .select([
      'd.decision_id as decisionId',
      'd.outcome',
      'd.reason',
      'd.state',
      'd.needs_two as needsTwo',
      'd.proposed_by as proposerId',
      'p.name as proposer',
      'p.role as proposerRole',
      'd.proposed_at as proposedAt',
      'd.decided_by as approverId',
      'a.name as approver',
      'd.note',
      'i.scans',
      'i.members',
      'i.points',
      'i.settled',
      'i.elsewhere',
      'i.refused',
    ])
type Found = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>

export function toDecision({
  outcome,
  proposerId,
  proposer,
  proposerRole: _role,
  proposedAt,
  approverId,
  approver,
  ...row
}: Found): ScanDecision {
  return {
    ...row,
    outcome: REVIEWS[outcome] === 'released' ? 'released' : 'reversed',
    proposedBy: { staffId: proposerId, name: proposer },
    proposedAt: proposedAt.toISOString(),
    decidedBy:
      approverId === null || approver === null ? null : { staffId: approverId, name: approver },
  }
}

export const decisionById = (db: Db | Tx, decisionId: string) =>
  rowsOf(db).where('d.decision_id', '=', decisionId).executeTakeFirst()

export async function newestDecisions(db: Db) {
  const open = rowsOf(db).where('d.state', 'in', ['proposed', 'applying'])
  const over = rowsOf(db).where('d.state', 'in', ['done', 'rejected'])
  const [waiting, others] = await Promise.all([
    open.orderBy('d.decision_id').execute(),
    over.orderBy('d.decision_id', 'desc').limit(NEWEST).execute(),
  ])
  return [...waiting, ...others]
}

/** Holds a decision to the end of the transaction. */
export const lockDecision = (tx: Tx, decisionId: string) =>
  tx
    .selectFrom('scan_decision')
    .select(['state', 'proposed_by as proposedBy'])
    .where('decision_id', '=', decisionId)
    .forUpdate()
    .executeTakeFirst()

/** The next scan that waits in a decision, held; one that another worker settles is passed over. */
export const nextItem = (tx: Tx, decisionId: string) =>
  tx
    .selectFrom('scan_decision_item')
    .select(['member_id as memberId', 'scan_id as scanId'])
    .where('decision_id', '=', decisionId)
    .where('state', '=', 'waiting')
    .orderBy('member_id')
    .orderBy('scan_id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

export async function setItem(
  tx: Tx | Db,
  decisionId: string,
  { memberId, scanId }: ScanKey,
  state: 'settled' | 'elsewhere' | 'refused',
): Promise<void> {
  await tx
    .updateTable('scan_decision_item')
    .set({ state })
    .where('decision_id', '=', decisionId)
    .where('member_id', '=', memberId)
    .where('scan_id', '=', scanId)
    .where('state', '=', 'waiting')
    .execute()
}

/** Ends a decision of which no scan waits any more. */
export async function finishDecision(tx: Tx, decisionId: string): Promise<void> {
  const { rows } = await sql`update scan_decision d set state = 'done'
    where decision_id = ${decisionId} and state = 'applying' and not exists (
      select from scan_decision_item i where i.decision_id = d.decision_id and i.state = 'waiting')
    returning decision_id`.execute(tx)
  if (rows.length > 0) sealRow(tx, 'scan_decision', decisionId)
}

export async function applyingDecisions(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('scan_decision')
    .select('decision_id as decisionId')
    .where('state', '=', 'applying')
    .execute()
  return rows.map(({ decisionId }) => decisionId)
}
