import { PREPARED_KEPT_DAYS } from '../../../../contract/insight/report-jobs.ts'
import { REPORTS, reportType } from '../../../../contract/insight/reports.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import { tellStaff } from '../../platform/notices/index.ts'
import { REPORTS_OF_MEMBERS } from './definitions.ts'
import { preparedStore, removePieces } from './prepared-files.ts'
import * as queries from './report-jobs.queries.ts'

const DAY_MS = 86_400_000
const WORDS =
  'The personal data of a member was erased after this report was begun, so its file was deleted. Ask for it again.'

/**
 * Deletes every prepared report in which a member may stand, in the transaction of an erasure: which
 * of the sealed files name them is not looked for. Call it near the end; no report begins
 * meanwhile.
 */
export async function erasePreparedReports(
  { jobs }: Pick<Context, 'jobs'>,
  tx: Tx,
  at: Date,
): Promise<void> {
  const keptUntil = new Date(at.getTime() + PREPARED_KEPT_DAYS * DAY_MS)
  const gone = await queries.revokeJobs(tx, REPORTS_OF_MEMBERS, { at, keptUntil, words: WORDS })
  if (gone.length === 0) return
  await jobs.send(tx, 'report-files', { reportJobIds: gone.map(({ jobId }) => jobId) })
  for (const { staffId, type } of gone) {
    const known = reportType.safeParse(type)
    const words = `Your report “${known.success ? REPORTS[known.data] : type}” was deleted: the reports page says why.`
    await tellStaff(tx, { staffId, words, link: '/dashboard/reports', at })
  }
}

/** Takes away the files of reports that are deleted. Safe to do again. */
export async function removePreparedFiles(
  context: Pick<Context, 'config'>,
  jobIds: readonly string[],
): Promise<void> {
  const store = preparedStore(context)
  for (const jobId of jobIds) await removePieces(store, jobId)
}
