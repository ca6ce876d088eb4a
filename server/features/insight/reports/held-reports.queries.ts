import type { Db, Tx } from '../../../db/database.ts'
import { jobs } from './report-jobs.queries.ts'

/** Any that is ready, locked to the end of the transaction: for who approves it. */
export const lockReady = (tx: Tx, jobId: string) =>
  jobs(tx)
    .where('j.job_id', '=', jobId)
    .where('j.state', '=', 'ready')
    .forUpdate('j')
    .executeTakeFirst()

/** Those of others that are ready, longer than so many rows and not approved, the oldest first. */
export const heldFor = (
  db: Db,
  { staffId, rows, at }: { staffId: number; rows: number; at: Date },
) =>
  jobs(db)
    .innerJoin('staff', 'staff.staff_id', 'j.asked_by')
    .select(['staff.name as askedByName'])
    .where('j.state', '=', 'ready')
    .where('j.rows', '>', String(rows))
    .where('j.approved_by', 'is', null)
    .where('j.asked_by', '<>', staffId)
    .where('j.kept_until', '>', at)
    .orderBy('j.asked_at')
    .orderBy('j.job_id')
    .execute()

/** Whose approval lets a file be taken; null takes it back. */
export async function setApproval(
  tx: Tx,
  jobId: string,
  approval: { staffId: number; at: Date } | null,
): Promise<void> {
  await tx
    .updateTable('report_job')
    .set({ approved_by: approval?.staffId ?? null, approved_at: approval?.at ?? null })
    .where('job_id', '=', jobId)
    .execute()
}

/** Gives up a file that was ready: its key goes, so nothing opens it. */
export async function rejectJob(tx: Tx, jobId: string, words: string): Promise<void> {
  await tx
    .updateTable('report_job')
    .set({ state: 'failed', words, sealed_key: null, pieces: 0, bytes: 0 })
    .where('job_id', '=', jobId)
    .execute()
}
