import { sql } from 'kysely'
import type { ReportFilters, ReportType } from '../../../../contract/insight/reports.ts'
import type { Role } from '../../../../contract/roles.ts'
import { number, type Db, type Tx } from '../../../db/database.ts'

/** One person's questions, one after the other. */
export async function lockAsking(tx: Tx, staffId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('report_job:' || ${staffId}::text, 0))`.execute(
    tx,
  )
}

export function jobs(db: Db | Tx) {
  return db
    .selectFrom('report_job as j')
    .select((select) => [
      'j.job_id as jobId',
      'j.report_type as type',
      'j.filters',
      'j.state',
      'j.attempt',
      'j.asked_at as askedAt',
      number(select.ref('j.rows')).as('rows'),
      sql<number | null>`j.rows_in_all::float8`.as('rowsInAll'),
      'j.pieces',
      number(select.ref('j.bytes')).as('bytes'),
      'j.sealed_key as sealedKey',
      'j.kept_until as keptUntil',
      'j.words',
      'j.asked_by as askedBy',
      'j.approved_by as approvedBy',
    ])
}
export type FoundJob = Awaited<ReturnType<ReturnType<typeof jobs>['executeTakeFirstOrThrow']>>

/** What a person asked for, the newest first. */
export const jobsOf = (db: Db | Tx, staffId: number) =>
  jobs(db)
    .where('j.asked_by', '=', staffId)
    .orderBy('j.asked_at', 'desc')
    .orderBy('j.job_id')
    .execute()

/** One of a person's own. */
export const jobOf = (db: Db | Tx, jobId: string, staffId: number) =>
  jobs(db).where('j.job_id', '=', jobId).where('j.asked_by', '=', staffId).executeTakeFirst()

type NewJob = {
  jobId: string
  type: ReportType
  filters: ReportFilters
  staffId: number
  at: Date
}

export async function insertJob(tx: Tx, { jobId, type, filters, staffId, at }: NewJob) {
  await tx
    .insertInto('report_job')
    .values({
      job_id: jobId,
      report_type: type,
      filters: JSON.stringify(filters),
      asked_by: staffId,
      asked_at: at,
      rows_in_all: null,
      sealed_key: null,
      finished_at: null,
      kept_until: null,
      words: null,
    })
    .execute()
}

export async function deleteJob(tx: Tx, jobId: string): Promise<void> {
  await tx.deleteFrom('report_job').where('job_id', '=', jobId).execute()
}

/** The same, locked to the end of the transaction. */
export const lockJobOf = (tx: Tx, jobId: string, staffId: number) =>
  jobs(tx)
    .where('j.job_id', '=', jobId)
    .where('j.asked_by', '=', staffId)
    .forUpdate('j')
    .executeTakeFirst()

// ── the making ──
/** Begins the next attempt, under a key of its own; nothing where it is ready, given up or dropped. */
export async function claimJob(db: Db, jobId: string, sealedKey: Buffer) {
  const { rows } = await sql<{
    attempt: number
    type: string
    filters: unknown
    staffId: number
    name: string
    email: string
    role: Role
    disabled: boolean
  }>`
    update report_job j set state = 'running', attempt = j.attempt + 1, sealed_key = ${sealedKey},
      rows = 0, rows_in_all = null, pieces = 0, bytes = 0
    from staff s
    where j.job_id = ${jobId} and j.state in ('waiting', 'running') and s.staff_id = j.asked_by
    returning j.attempt, j.report_type as type, j.filters, j.asked_by as "staffId", s.name, s.email,
      s.role, s.disabled_at is not null as disabled`.execute(db)
  return rows[0]
}
export type ClaimedJob = NonNullable<Awaited<ReturnType<typeof claimJob>>>

export type Attempt = { jobId: string; attempt: number }
export type Progress = { rows: number; rowsInAll: number | null; pieces: number; bytes: number }

/** False where this attempt is no longer wanted: it was cancelled, or another one has begun. */
export async function setProgress(
  db: Db | Tx,
  { jobId, attempt }: Attempt,
  { rows, rowsInAll, pieces, bytes }: Progress,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('report_job')
    .set({ rows, rows_in_all: rowsInAll, pieces, bytes })
    .where('job_id', '=', jobId)
    .where('attempt', '=', attempt)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** What every attempt needs of it before it ends: false as above, and locked otherwise. */
export async function finishJob(
  tx: Tx,
  { jobId, attempt }: Attempt,
  { at, keptUntil }: { at: Date; keptUntil: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('report_job')
    .set({ state: 'ready', finished_at: at, kept_until: keptUntil })
    .where('job_id', '=', jobId)
    .where('attempt', '=', attempt)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Gives up what was not ready; who asked for it and for what, or nothing where there is none. */
export async function failJob(
  tx: Tx,
  jobId: string,
  { at, keptUntil, words }: { at: Date; keptUntil: Date; words: string },
) {
  return tx
    .updateTable('report_job')
    .set({
      state: 'failed',
      finished_at: at,
      kept_until: keptUntil,
      words,
      sealed_key: null,
      pieces: 0,
      bytes: 0,
    })
    .where('job_id', '=', jobId)
    .where('state', 'in', ['waiting', 'running'])
    .returning(['asked_by as staffId', 'report_type as type'])
    .executeTakeFirst()
}

// ── the end ──
/**
 * Gives up, to the end of the transaction, what is ready or being made of these types: the key goes,
 * so nothing opens the files. Until then none begins: it would read what is about to go.
 */
export async function revokeJobs(
  tx: Tx,
  types: readonly ReportType[],
  { at, keptUntil, words }: { at: Date; keptUntil: Date; words: string },
) {
  await sql`lock table report_job in share row exclusive mode`.execute(tx)
  return tx
    .updateTable('report_job')
    .set({ state: 'failed', finished_at: at, kept_until: keptUntil, words })
    .set({ sealed_key: null, pieces: 0, bytes: 0, approved_by: null, approved_at: null })
    .where('report_type', '=', sql<string>`any(${[...types]}::text[])`)
    .where('state', 'in', ['running', 'ready'])
    .returning(['job_id as jobId', 'asked_by as staffId', 'report_type as type'])
    .execute()
}

/** Deletes at most `limit` whose days are over; gives which. */
export async function deleteOver(db: Db, at: Date, limit: number): Promise<string[]> {
  const rows = await db
    .deleteFrom('report_job')
    .where('job_id', 'in', (from) =>
      from.selectFrom('report_job').select('job_id').where('kept_until', '<', at).limit(limit),
    )
    .returning('job_id as jobId')
    .execute()
  return rows.map(({ jobId }) => jobId)
}

/** Those that were asked for before a moment and are still not made. */
export async function forgotten(db: Db, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('report_job')
    .select('job_id as jobId')
    .where('state', 'in', ['waiting', 'running'])
    .where('asked_at', '<', before)
    .execute()
  return rows.map(({ jobId }) => jobId)
}

/** The attempt that the files of each report may belong to; one that is not there has none. */
export async function attemptsOf(db: Db, jobIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('report_job')
    .select(['job_id as jobId', 'attempt'])
    .where('job_id', '=', sql<string>`any(${[...jobIds]}::uuid[])`)
    .where('state', '<>', 'failed')
    .execute()
  return new Map(rows.map(({ jobId, attempt }) => [jobId, attempt]))
}
