import { sql } from 'kysely'
import type { z } from 'zod'
import type {
  listPointsFiles,
  PointsFile,
  PointsFileCause,
  PointsFileState,
} from '../../../../contract/ledger/points-files.ts'
import { number, type Db, type Tx } from '../../../db/database.ts'
import { keysetPage, type Order } from '../../../db/keyset.ts'
import { sealRow } from '../../platform/chain/index.ts'
import { pointsFileBy } from '../../platform/permissions/index.ts'

const fileRows = (db: Db | Tx) =>
  db
    .selectFrom('points_file as p')
    .innerJoin('onboarding_upload as u', 'u.upload_id', 'p.upload_id')
    .innerJoin('staff as came', 'came.staff_id', 'u.came_by')
    .leftJoin('staff as approver', 'approver.staff_id', 'p.decided_by')
    .select((select) => [
      'p.points_file_id as pointsFileId',
      'p.upload_id as uploadId',
      'u.name as fileName',
      'p.cause',
      'p.state',
      'p.members',
      number(select.ref('p.given')).as('given'),
      number(select.ref('p.taken')).as('taken'),
      'p.credited',
      'p.short',
      'came.name as proposedBy',
      'p.proposed_at as proposedAt',
      'p.makers as makerIds',
      'approver.name as decidedBy',
      'p.decided_at as decidedAt',
      'p.note',
    ])
type Found = Awaited<ReturnType<ReturnType<typeof fileRows>['executeTakeFirstOrThrow']>>

const toFile = ({ proposedAt, decidedAt, ...row }: Found): PointsFile => ({
  ...row,
  proposedAt: proposedAt.toISOString(),
  decidedAt: decidedAt?.toISOString() ?? null,
})

const key = [
  { column: 'p.points_file_id', type: 'bigint', of: (row: Found) => row.pointsFileId },
] as const
type Query = z.output<NonNullable<typeof listPointsFiles.query>>
const ORDERS: Record<Query['sort'], Order<Found>> = {
  newest: { name: 'newest', direction: 'desc', key: [...key] },
  oldest: { name: 'oldest', direction: 'asc', key: [...key] },
}

export async function filePage(db: Db, filters: Query) {
  let query = fileRows(db)
  if (filters.status) query = query.where('p.state', 'in', filters.status)
  if (filters.upload !== undefined) query = query.where('p.upload_id', '=', filters.upload)
  if (filters.approver) query = query.where(pointsFileBy(filters.approver))
  const page = await keysetPage(db, query, ORDERS[filters.sort], filters)
  return { ...page, items: page.items.map(toFile) }
}

export async function fileById(db: Db | Tx, id: string): Promise<PointsFile | undefined> {
  const found = await fileRows(db).where('p.points_file_id', '=', id).executeTakeFirst()
  return found && toFile(found)
}

/** The proposal and its lock: who adds to it, decides it or moves its points comes here first. */
export async function lockFile(tx: Tx, id: string) {
  return tx
    .selectFrom('points_file')
    .select((select) => [
      'upload_id as uploadId',
      'cause',
      'state',
      'makers',
      'members',
      number(select.ref('given')).as('given'),
      number(select.ref('taken')).as('taken'),
    ])
    .where('points_file_id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** The proposal that the rows of an upload are collected in, locked. */
export async function lockCollecting(tx: Tx, uploadId: string) {
  return tx
    .selectFrom('points_file')
    .select('points_file_id as pointsFileId')
    .where('upload_id', '=', uploadId)
    .where('state', '=', 'collecting')
    .forUpdate()
    .executeTakeFirst()
}

/** A proposal of an upload that waits and has nothing of a member yet, locked. */
export async function lockWaiting(tx: Tx, uploadId: string, memberId: number) {
  return tx
    .selectFrom('points_file as p')
    .select('p.points_file_id as pointsFileId')
    .where('p.upload_id', '=', uploadId)
    .where('p.state', '=', 'waiting')
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('points_file_row as r')
            .select('r.member_id')
            .whereRef('r.points_file_id', '=', 'p.points_file_id')
            .where('r.member_id', '=', memberId),
        ),
      ),
    )
    .orderBy('p.points_file_id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
}

export async function insertFile(
  tx: Tx,
  file: {
    pointsFileId: string
    uploadId: string
    cause: PointsFileCause
    state: PointsFileState
    at: Date
  },
): Promise<void> {
  await sql`
    insert into points_file (points_file_id, upload_id, cause, state, makers, proposed_at)
    select ${file.pointsFileId}, upload_id, ${file.cause}, ${file.state},
      array(select distinct id from unnest(array[came_by, applied_by]) id where id is not null),
      ${file.at}
    from onboarding_upload where upload_id = ${file.uploadId}`.execute(tx)
  sealRow(tx, 'points_file', file.pointsFileId)
}

export type NewRow = { memberId: number; points: number; reason: string | null }

/** Adds rows, their totals and who wrote them. */
export async function addRows(
  tx: Tx,
  pointsFileId: string,
  { rows, opening, maker }: { rows: readonly NewRow[]; opening: boolean; maker: number },
): Promise<void> {
  await sql`
    insert into points_file_row (points_file_id, member_id, points, reason, opening)
    select ${pointsFileId}, member_id, points, reason, ${opening}
    from unnest(${rows.map(({ memberId }) => memberId)}::int[],
      ${rows.map(({ points }) => points)}::bigint[],
      ${rows.map(({ reason }) => reason)}::text[]) as v (member_id, points, reason)`.execute(tx)
  const sum = (points: readonly number[]) => points.reduce((total, one) => total + one, 0)
  const points = rows.map((row) => row.points)
  await sql`
    update points_file set members = members + ${rows.length},
      given = given + ${sum(points.filter((one) => one > 0))},
      taken = taken + ${-sum(points.filter((one) => one < 0))},
      makers = case when ${maker}::int = any(makers) then makers else makers || ${maker}::int end
    where points_file_id = ${pointsFileId}`.execute(tx)
  sealRow(tx, 'points_file', pointsFileId)
}

export async function setState(
  tx: Tx,
  pointsFileId: string,
  state: PointsFileState,
  decided?: { staffId: number; at: Date; note: string | undefined },
): Promise<void> {
  await tx
    .updateTable('points_file')
    .set({
      state,
      ...(decided && {
        decided_by: decided.staffId,
        decided_at: decided.at,
        note: decided.note || null,
      }),
    })
    .where('points_file_id', '=', pointsFileId)
    .execute()
  sealRow(tx, 'points_file', pointsFileId)
}

/** The end of the upload that collected it: from now on it waits for a second person. */
export async function endCollecting(tx: Tx, uploadId: string): Promise<void> {
  const ended = await tx
    .updateTable('points_file')
    .set({ state: 'waiting' })
    .where('upload_id', '=', uploadId)
    .where('state', '=', 'collecting')
    .returning('points_file_id as id')
    .execute()
  for (const { id } of ended) sealRow(tx, 'points_file', id)
}

export async function deleteRows(tx: Tx, pointsFileId: string): Promise<void> {
  await tx.deleteFrom('points_file_row').where('points_file_id', '=', pointsFileId).execute()
}

/** The next rows whose points have not moved, in the order of members. */
export async function waitingRows(tx: Tx, pointsFileId: string, limit: number) {
  return tx
    .selectFrom('points_file_row')
    .select((select) => ['member_id as memberId', number(select.ref('points')).as('points')])
    .where('points_file_id', '=', pointsFileId)
    .where('state', '=', 'waiting')
    .orderBy('member_id')
    .limit(limit)
    .execute()
}

/** Says what became of rows, by their members, and counts it. */
export async function settleRows(
  tx: Tx,
  pointsFileId: string,
  { credited, short }: { credited: readonly number[]; short: readonly number[] },
): Promise<void> {
  await sql`
    update points_file_row set
      state = case when member_id = any(${short}::int[]) then 'short' else 'credited' end
    where points_file_id = ${pointsFileId}
      and member_id = any(${[...credited, ...short]}::int[])`.execute(tx)
  await sql`
    update points_file set credited = credited + ${credited.length}, short = short + ${short.length}
    where points_file_id = ${pointsFileId}`.execute(tx)
}

export async function setCredited(tx: Tx, pointsFileId: string, at: Date): Promise<void> {
  await tx
    .updateTable('points_file')
    .set({ state: 'credited', credited_at: at })
    .where('points_file_id', '=', pointsFileId)
    .execute()
  sealRow(tx, 'points_file', pointsFileId)
}

/** Of these members, who brings how many points already, be it that they wait. */
export async function openingOf(db: Db | Tx, memberIds: readonly number[]) {
  const rows = await db
    .selectFrom('points_file_row')
    .select((select) => ['member_id as memberId', number(select.ref('points')).as('points')])
    .where('member_id', '=', sql<number>`any(${memberIds}::int[])`)
    .where('opening', '=', true)
    .execute()
  return new Map(rows.map(({ memberId, points }) => [memberId, points]))
}

export async function waitsFor(tx: Tx, memberId: number): Promise<boolean> {
  const found = await tx
    .selectFrom('points_file_row')
    .select('points_file_id')
    .where('member_id', '=', memberId)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return found !== undefined
}

/** Files that were approved before a moment and whose points still move. */
export async function staleFiles(db: Db, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('points_file')
    .select('points_file_id as pointsFileId')
    .where('state', '=', 'crediting')
    .where('decided_at', '<', before)
    .execute()
  return rows.map(({ pointsFileId }) => pointsFileId)
}
