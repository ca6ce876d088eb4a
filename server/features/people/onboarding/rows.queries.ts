import { sql } from 'kysely'
import type {
  RowProblem,
  RowState,
  UploadRowsQuery,
  Verdict,
} from '../../../../contract/people/onboarding.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { keysetPage, type Order } from '../../../db/keyset.ts'
import type { RowName } from './reference.ts'

export type NewRow = {
  rowNo: number
  code: string | null
  verdict: Verdict
  problems: readonly RowProblem[]
  subjectId: number | null
  corrects: RowName | null
  sealed: Buffer
}

/** Writes rows as they were read: refused ones are open, the others wait. */
export async function insertRows(tx: Tx, uploadId: string, rows: readonly NewRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into onboarding_row (upload_id, row_no, code, verdict, state, problems, subject_id,
      corrects_upload, corrects_row, sealed)
    select ${uploadId}, row_no, code, verdict,
      case verdict when 'refused' then 'open' else 'waiting' end, problems::jsonb, subject_id,
      corrects_upload, corrects_row, sealed
    from unnest(${rows.map(({ rowNo }) => rowNo)}::int[], ${rows.map(({ code }) => code)}::text[],
      ${rows.map(({ verdict }) => verdict)}::text[],
      ${rows.map(({ problems }) => JSON.stringify(problems))}::text[],
      ${rows.map(({ subjectId }) => subjectId)}::int[],
      ${rows.map(({ corrects }) => corrects?.uploadId ?? null)}::bigint[],
      ${rows.map(({ corrects }) => corrects?.rowNo ?? null)}::int[],
      ${rows.map(({ sealed }) => sealed)}::bytea[])
      as v (row_no, code, verdict, problems, subject_id, corrects_upload, corrects_row, sealed)
    `.execute(tx)
}

export async function deleteRows(tx: Tx, uploadId: string): Promise<void> {
  await tx.deleteFrom('onboarding_row').where('upload_id', '=', uploadId).execute()
}

export type WaitingRow = {
  rowNo: number
  verdict: Verdict
  sealed: Buffer
  corrects: RowName | null
}

/** The next rows that wait to be applied. */
export async function waitingRows(tx: Tx, uploadId: string, limit: number): Promise<WaitingRow[]> {
  const rows = await tx
    .selectFrom('onboarding_row')
    .select([
      'row_no as rowNo',
      'verdict',
      'sealed',
      'corrects_upload as correctsUpload',
      'corrects_row as correctsRow',
    ])
    .where('upload_id', '=', uploadId)
    .where('state', '=', 'waiting')
    .orderBy('row_no')
    .limit(limit)
    .forUpdate()
    .execute()
  return rows.flatMap(({ sealed, correctsUpload, correctsRow, ...row }) => {
    const named = correctsUpload !== null && correctsRow !== null
    const corrects = named ? { uploadId: correctsUpload, rowNo: correctsRow } : null
    return sealed ? [{ ...row, sealed, corrects }] : []
  })
}

export type SettledRow = {
  rowNo: number
  verdict: Verdict
  problems: readonly RowProblem[]
  subjectId: number | null
}

/** What became of rows that waited: refused ones are open, of the others the cells are forgotten. */
export async function settleRows(
  tx: Tx,
  uploadId: string,
  rows: readonly SettledRow[],
): Promise<void> {
  await sql`
    update onboarding_row r set verdict = v.verdict, problems = v.problems::jsonb,
      subject_id = v.subject_id,
      state = case v.verdict when 'refused' then 'open' else 'applied' end,
      sealed = case v.verdict when 'refused' then r.sealed end
    from unnest(${rows.map(({ rowNo }) => rowNo)}::int[],
      ${rows.map(({ verdict }) => verdict)}::text[],
      ${rows.map(({ problems }) => JSON.stringify(problems))}::text[],
      ${rows.map(({ subjectId }) => subjectId)}::int[])
      as v (row_no, verdict, problems, subject_id)
    where r.upload_id = ${uploadId} and r.row_no = v.row_no`.execute(tx)
}

const previewRows = (db: Db) =>
  db
    .selectFrom('onboarding_row as r')
    .select([
      'r.row_no as rowNo',
      'r.code',
      'r.verdict',
      'r.state',
      'r.problems',
      'r.subject_id as subjectId',
      'r.sealed',
    ])
export type PreviewRow = {
  rowNo: number
  code: string | null
  verdict: Verdict
  state: RowState
  problems: unknown
  subjectId: number | null
  sealed: Buffer | null
}

const BY_ROW: Order<PreviewRow> = {
  name: 'row',
  direction: 'asc',
  key: [{ column: 'r.row_no', type: 'int', of: (row) => row.rowNo }],
}

export async function rowPage(db: Db, uploadId: string, filters: UploadRowsQuery) {
  let query = previewRows(db).where('r.upload_id', '=', uploadId)
  if (filters.verdict) query = query.where('r.verdict', 'in', filters.verdict)
  return keysetPage(db, query, BY_ROW, filters)
}
