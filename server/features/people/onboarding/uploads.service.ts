import { ONBOARDING_COLUMNS } from '../../../../contract/people/onboarding-columns.ts'
import { z } from 'zod'
import {
  mayOnboard,
  rowProblem,
  type Upload,
  type UploadListQuery,
  type UploadRow,
  type UploadRowsQuery,
} from '../../../../contract/people/onboarding.ts'
import type { Page } from '../../../../contract/paging.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { notFound } from '../../../lib/app-error.ts'
import { isId } from '../../../lib/ids.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { maskedCells, maskedChanges } from './masks.ts'
import { refuseKind } from './may-onboard.ts'
import type { OnboardingRules } from './onboarding-rules.ts'
import * as rowQueries from './rows.queries.ts'
import { openRow } from './sealed-row.ts'
import { stateAfter } from './upload-machine.ts'
import * as queries from './uploads.queries.ts'

/** Longer than anybody looks at a preview; what it holds of people is not kept for nothing. */
const KEEP_READY_DAYS = 30
const DAY_MS = 86_400_000
const FORGOTTEN = `Nobody applied it within ${KEEP_READY_DAYS} days, so it was discarded. Send the file again if it is still wanted.`

export async function listUploads(
  { db }: Pick<Context, 'db'>,
  filters: UploadListQuery,
): Promise<Page<Upload>> {
  const page = await queries.uploadPage(db, filters)
  return { ...page, items: page.items.map((found) => queries.toUpload(found)) }
}

export async function getUpload({ db }: Pick<Context, 'db'>, uploadId: string): Promise<Upload> {
  const found = isId(uploadId) && (await queries.uploadById(db, uploadId))
  if (!found) throw notFound('This file')
  return queries.toUpload(found)
}

/** The rows of a file and what applying it does; who may not apply it sees no whole PAN or GSTIN. */
export async function listUploadRows(
  { db, vault }: Pick<Context, 'db' | 'vault'>,
  { role }: StaffCaller,
  uploadId: string,
  filters: UploadRowsQuery,
): Promise<Page<UploadRow>> {
  const { kind, state } = await getUpload({ db }, uploadId)
  const columns = ONBOARDING_COLUMNS[kind]
  const isWhole = mayOnboard(role, kind)
  const page = await rowQueries.rowPage(db, uploadId, filters)
  const items = await Promise.all(
    page.items.map(async ({ sealed, problems, ...row }) => {
      const content = sealed && (await openRow(vault, { uploadId, rowNo: row.rowNo }, sealed))
      const told = content && (isWhole ? content : masked(columns, content))
      return {
        ...row,
        // What it became is gone.
        subjectId: state === 'taken_back' ? null : row.subjectId,
        cells: told?.cells ?? null,
        changes: told?.changes ?? [],
        problems: readProblems(problems),
      }
    }),
  )
  return { ...page, items }
}

type Content = Awaited<ReturnType<typeof openRow>>

const masked = (columns: OnboardingRules['columns'], { cells, changes }: Content): Content => ({
  cells: maskedCells(columns, cells),
  changes: maskedChanges(columns, changes),
})

const problemList = z.array(rowProblem)
export const readProblems = (stored: unknown) => problemList.parse(stored)

/** Discards a file that is not applied: its rows are forgotten. A second time changes nothing. */
export async function discardUpload(
  context: Context,
  { staffId, role }: StaffCaller,
  uploadId: string,
  { requestId }: Origin,
): Promise<Upload> {
  await transaction(context.db, async (tx) => {
    const upload = isId(uploadId) && (await queries.lockUpload(tx, uploadId))
    if (!upload) throw notFound('This file')
    refuseKind(role, upload.kind)
    if (upload.state === 'discarded') return
    await discard(tx, context, uploadId, { upload, words: null })
    await writeAudit(tx, context.keys, {
      by: { staffId, role },
      action: 'onboarding.discard',
      subject: 'onboarding',
      subjectId: uploadId,
      before: { state: upload.state },
      after: { state: 'discarded', name: upload.name },
      requestId,
      at: context.now(),
    })
  })
  return getUpload(context, uploadId)
}

type Locked = NonNullable<Awaited<ReturnType<typeof queries.lockUpload>>>

async function discard(
  tx: Tx,
  { now }: Pick<Context, 'now'>,
  uploadId: string,
  { upload, words }: { upload: Locked; words: string | null },
): Promise<void> {
  const state = stateAfter(upload.state, 'discard')
  await queries.setUpload(tx, uploadId, { state, words, ended_at: now() })
  await rowQueries.deleteRows(tx, uploadId)
}

/** Discards files that nobody applied for a month. */
export async function tidyUploads(context: Context): Promise<void> {
  const at = context.now()
  const before = new Date(at.getTime() - KEEP_READY_DAYS * DAY_MS)
  for (const uploadId of await queries.forgottenUploads(context.db, before)) {
    await transaction(context.db, async (tx) => {
      const upload = await queries.lockUpload(tx, uploadId)
      if (upload?.state !== 'ready') return
      await discard(tx, context, uploadId, { upload, words: FORGOTTEN })
      await writeAudit(tx, context.keys, {
        by: null,
        action: 'onboarding.discard',
        subject: 'onboarding',
        subjectId: uploadId,
        before: { state: upload.state },
        after: { state: 'discarded', name: upload.name },
        reason: FORGOTTEN,
        at,
      })
    })
  }
}
