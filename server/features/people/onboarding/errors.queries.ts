import { sql } from 'kysely'
import type {
  ErrorListQuery,
  OnboardingKind,
  RowProblem,
} from '../../../../contract/people/onboarding.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { keysetPage, type Order } from '../../../db/keyset.ts'
import type { RowName } from './reference.ts'

/** Of files that are only looked at, refused rows are no errors yet. */
const APPLIED = ['applying', 'stopped', 'applied'] as const

const errorRows = (db: Db | Tx) =>
  db
    .selectFrom('onboarding_row as r')
    .innerJoin('onboarding_upload as u', 'u.upload_id', 'r.upload_id')
    .leftJoin('staff', 'staff.staff_id', 'r.settled_by')
    .where('r.verdict', '=', 'refused')
    .select([
      'r.upload_id as uploadId',
      'r.row_no as rowNo',
      'u.kind',
      'u.name as fileName',
      'u.state as uploadState',
      'u.came_at as cameAt',
      'r.code',
      'r.state',
      'r.problems',
      'r.subject_id as subjectId',
      'r.settled_at as settledAt',
      'staff.name as settledBy',
      'r.sealed',
    ])
export type FoundError = Awaited<
  ReturnType<ReturnType<typeof errorRows>['executeTakeFirstOrThrow']>
>

const uploadId = {
  column: 'r.upload_id',
  type: 'bigint',
  of: (row: FoundError) => row.uploadId,
} as const
const ORDERS: Record<ErrorListQuery['sort'], Order<FoundError>> = {
  newest: {
    name: 'newest',
    direction: 'desc',
    key: [uploadId, { column: sql`(-r.row_no)`, type: 'int', of: (row) => -row.rowNo }],
  },
  oldest: {
    name: 'oldest',
    direction: 'asc',
    key: [uploadId, { column: 'r.row_no', type: 'int', of: (row) => row.rowNo }],
  },
}

export async function errorPage(db: Db, filters: ErrorListQuery) {
  let query = errorRows(db).where('u.state', 'in', APPLIED)
  if (filters.kind) query = query.where('u.kind', 'in', filters.kind)
  if (filters.status) query = query.where('r.state', 'in', filters.status)
  if (filters.upload) query = query.where('r.upload_id', '=', filters.upload)
  if (filters.q) {
    query = query.where(sql<boolean>`starts_with(r.code, ${filters.q.toUpperCase()})`)
  }
  return keysetPage(db, query, ORDERS[filters.sort], filters)
}

export async function errorByName(db: Db | Tx, { uploadId, rowNo }: RowName) {
  return errorRows(db)
    .where('r.upload_id', '=', uploadId)
    .where('r.row_no', '=', rowNo)
    .executeTakeFirst()
}

/** Locks an upload and its row, so that one person at a time settles it. */
export async function lockError(tx: Tx, { uploadId, rowNo }: RowName) {
  await sql`select from onboarding_upload where upload_id = ${uploadId} for share`.execute(tx)
  await sql`select from onboarding_row where upload_id = ${uploadId} and row_no = ${rowNo}
    for update`.execute(tx)
  return errorByName(tx, { uploadId, rowNo })
}

type Settling = {
  state: 'corrected' | 'dismissed'
  subjectId: number | null
  staffId: number
  at: Date
}

/** Settles a row that is locked and open; its cells are forgotten. */
export async function settleError(tx: Tx, { uploadId, rowNo }: RowName, settling: Settling) {
  const { state, subjectId, staffId, at } = settling
  await tx
    .updateTable('onboarding_row')
    .set({
      state,
      sealed: null,
      subject_id: subjectId,
      settled_by: staffId,
      settled_at: at,
    })
    .where('upload_id', '=', uploadId)
    .where('row_no', '=', rowNo)
    .execute()
}

type Kept = { code: string | null; problems: readonly RowProblem[]; sealed: Buffer }

/** Keeps what is still wrong with a row after it was corrected. */
export async function keepError(tx: Tx, { uploadId, rowNo }: RowName, kept: Kept): Promise<void> {
  await tx
    .updateTable('onboarding_row')
    .set({ code: kept.code, problems: JSON.stringify(kept.problems), sealed: kept.sealed })
    .where('upload_id', '=', uploadId)
    .where('row_no', '=', rowNo)
    .execute()
}

type Corrected = { kind: OnboardingKind; uploadId: string; rowNos: readonly number[] }

/**
 * The open errors of the same kind that are the same thing as some rows: what these correct, what
 * that was a correction of in turn, and what else is open as a correction of any of them; locked.
 */
async function lockCorrected(tx: Tx, { kind, uploadId, rowNos }: Corrected) {
  const { rows } = await sql<RowName & { subjectId: number | null }>`
    with recursive named as (
      select row_no as applied, upload_id, row_no from onboarding_row
      where upload_id = ${uploadId} and row_no = any(${rowNos}::int[])
      union
      select named.applied, next.upload_id, next.row_no from named
      cross join lateral (
        select corrects_upload as upload_id, corrects_row as row_no from onboarding_row r
        where r.upload_id = named.upload_id and r.row_no = named.row_no
          and corrects_upload is not null
        union all
        select r.upload_id, r.row_no from onboarding_row r
        where r.corrects_upload = named.upload_id and r.corrects_row = named.row_no
          and r.state = 'open'
      ) next
    )
    select r.upload_id as "uploadId", r.row_no as "rowNo", a.subject_id as "subjectId" from named
    join onboarding_row r using (upload_id, row_no)
    join onboarding_upload u using (upload_id)
    join onboarding_row a on a.upload_id = ${uploadId} and a.row_no = named.applied
    where r.state = 'open' and u.kind = ${kind} and u.state in ('applying', 'stopped', 'applied')
    order by r.upload_id, r.row_no for update of r`.execute(tx)
  return rows
}

/** Settles as corrected what rows that were just applied are the corrections of. */
export async function settleCorrected(
  tx: Tx,
  corrected: Corrected,
  { staffId, at }: { staffId: number; at: Date },
): Promise<void> {
  if (corrected.rowNos.length === 0) return
  const errors = await lockCorrected(tx, corrected)
  if (errors.length === 0) return
  await sql`
    update onboarding_row r set state = 'corrected', sealed = null, subject_id = v.subject_id,
      settled_by = ${staffId}, settled_at = ${at}
    from unnest(${errors.map((error) => error.uploadId)}::bigint[],
      ${errors.map(({ rowNo }) => rowNo)}::int[],
      ${errors.map(({ subjectId }) => subjectId)}::int[]) as v (upload_id, row_no, subject_id)
    where r.upload_id = v.upload_id and r.row_no = v.row_no`.execute(tx)
}

export type OpenError = { uploadId: string; rowNo: number; problems: unknown; sealed: Buffer }

/**
 * Open errors of a kind, or of one upload only, behind a place, in their order. Among those of all
 * uploads one whose correction is open itself is left out: what is to be corrected stands there.
 */
export async function openErrors(
  db: Db,
  kind: OnboardingKind,
  {
    upload = null,
    after,
    limit,
  }: { upload?: string | null | undefined; after: RowName; limit: number },
): Promise<OpenError[]> {
  const { rows } = await sql<OpenError>`
    select r.upload_id as "uploadId", r.row_no as "rowNo", r.problems, r.sealed
    from onboarding_row r join onboarding_upload u using (upload_id)
    where r.state = 'open' and u.kind = ${kind} and u.state in ('applying', 'stopped', 'applied')
      and (${upload}::bigint is null or r.upload_id = ${upload}::bigint)
      and (r.upload_id, r.row_no) > (${after.uploadId}::bigint, ${after.rowNo}::int)
      and (${upload}::bigint is not null or not exists (
        select from onboarding_row later join onboarding_upload of using (upload_id)
        where later.corrects_upload = r.upload_id and later.corrects_row = r.row_no
          and later.state = 'open' and of.state in ('applying', 'stopped', 'applied')
          and of.kind = u.kind))
    order by r.upload_id, r.row_no limit ${limit}`.execute(db)
  return rows
}
