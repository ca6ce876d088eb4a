import type { z } from 'zod'
import { financialYear } from '../../../../contract/india.ts'
import { SHEET_MAX_ROWS } from '../../../../contract/sheets.ts'
import type {
  OutsidePreview,
  outsideBenefits as outsideBenefitsEndpoint,
} from '../../../../contract/money/tax.ts'
import { dayOf } from '../../../../contract/time.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import type { UploadedFile } from '../../../http/upload.ts'
import { AppError, notFound } from '../../../lib/app-error.ts'
import { sha256 } from '../../../lib/crypto.ts'
import { isId, makeStaffChangeId } from '../../../lib/ids.ts'
import { readSheet } from '../../../lib/sheet.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { judge, rulesOf } from './outside-judge.ts'
import { givenRows } from './outside-rows.ts'
import * as queries from './outside.queries.ts'
import { coveredBy } from './tax-rules.ts'

/**
 * Reads benefits that were given outside the system and says of each row what would become of it.
 * Nothing is applied. The very same file again is that file: judged again until it was applied.
 */
export async function previewOutsideBenefits(
  context: Context,
  { staffId }: StaffCaller,
  name: string,
  { bytes, type }: UploadedFile,
): Promise<OutsidePreview> {
  const at = context.now()
  const table = await readSheet(bytes, type, { maxRows: SHEET_MAX_ROWS })
  const given = givenRows(table)
  const digest = sha256(bytes)
  return transaction(context.db, async (tx) => {
    const fileId = makeStaffChangeId(at.getTime())
    await queries.insertFile(tx, { fileId, name: plain(name), digest, at, staffId })
    const file = await queries.lockFileOf(tx, digest)
    if (file.appliedAt === null) await judge(tx, file.fileId, given, dayOf(at))
    return told(tx, file)
  })
}

/** What a database and a page can show of a file's name. */
const plain = (name: string) => name.toWellFormed().replace(/\p{Cc}/gu, '') || 'file'

type Stored = { fileId: string; name: string; appliedAt: Date | null }

async function told(tx: Tx, { fileId, name, appliedAt }: Stored): Promise<OutsidePreview> {
  const stored = await queries.rowsOf(tx, fileId)
  const state = appliedAt === null ? 'preview' : 'applied'
  const counts = { add: 0, repeated: 0, refused: 0, added: 0 }
  let valuePaise = 0
  const rows = stored.map((row) => {
    const outcome = outcomeOf(row, state)
    counts[outcome]++
    if (row.problem === null) valuePaise += row.valuePaise
    const { line, given, memberName, problem } = row
    return { line, given, memberCode: given[0] ?? '', memberName, outcome, reason: problem }
  })
  return { fileId, name, state, rows, counts, valuePaise }
}

function outcomeOf(
  { problem, repeated }: queries.StoredRow,
  state: OutsidePreview['state'],
): OutsidePreview['rows'][number]['outcome'] {
  if (problem !== null) return repeated ? 'repeated' : 'refused'
  return state === 'preview' ? 'add' : 'added'
}

/**
 * Counts what the preview showed towards the year of each person; refused and repeated rows are left
 * out. Another number of rows than was seen is refused with 409; a second time changes nothing.
 */
export async function applyOutsideBenefits(
  context: Context,
  { staffId, role }: StaffCaller,
  { fileId, rows: seen }: { fileId: string; rows: number },
  { requestId }: Origin,
): Promise<OutsidePreview> {
  const at = context.now()
  return transaction(context.db, async (tx) => {
    await queries.lockAdding(tx)
    const file = isId(fileId) && (await queries.lockFile(tx, fileId))
    if (!file) throw notFound('This file')
    if (file.appliedAt !== null) return told(tx, file)
    await judge(tx, fileId, await queries.rowsOf(tx, fileId), dayOf(at))
    const rows = (await queries.rowsOf(tx, fileId)).filter(({ problem }) => problem === null)
    refuseUnlessSeen(rows.length, seen)
    const benefits = await benefitsOf(tx, rows, { fileId, staffId, at })
    await queries.insertBenefits(tx, benefits, () => makeStaffChangeId(at.getTime()))
    await queries.setApplied(tx, fileId, staffId, at)
    const answer = await told(tx, { ...file, appliedAt: at })
    await writeAudit(tx, context.keys, {
      by: { staffId, role },
      action: 'tax.import',
      subject: 'outside_file',
      subjectId: fileId,
      after: { name: file.name, counts: answer.counts, valuePaise: answer.valuePaise },
      requestId,
      at,
    })
    return answer
  })
}

function refuseUnlessSeen(rows: number, seen: number): void {
  if (rows === 0) throw new AppError('conflict', 'No row of this file can be added.')
  if (rows === seen) return
  const message = `${rows} rows would be added now, not ${seen}: look at the file again. Nothing was added.`
  throw new AppError('conflict', message, { fields: { rows: message } })
}

type Adding = { fileId: string; staffId: number; at: Date }

async function benefitsOf(
  tx: Tx,
  rows: readonly queries.StoredRow[],
  { fileId, staffId, at }: Adding,
) {
  const pans = await queries.pansOf(tx, [
    ...new Set(rows.flatMap(({ memberId }) => memberId ?? [])),
  ])
  const panOf = new Map(pans.map(({ memberId, digest }) => [memberId, digest]))
  const rules = await rulesOf(tx, rows)
  return rows.flatMap(({ memberId, day, valuePaise, taxPaise, what, line }) => {
    if (memberId === null || day === null) return []
    const rule = rules.get(day) ?? null
    const person = panOf.get(memberId) ?? null
    const covered = coveredBy({ valuePaise, taxPaise, hasPan: person !== null }, rule)
    return {
      member_id: memberId,
      kind: 'outside' as const,
      redemption_id: null,
      payment_id: null,
      person,
      financial_year: financialYear(day),
      given_on: day,
      section: rule?.section ?? null,
      form: rule?.form ?? null,
      payment_code: null,
      threshold_paise: rule?.thresholdPaise ?? null,
      value_paise: valuePaise,
      before_paise: 0,
      before_taxed_paise: 0,
      grossed_up: false,
      base_paise: covered.basePaise,
      rate_bps: covered.rateBps,
      tax_paise: taxPaise,
      words: what ?? '',
      recorded_at: at,
      undone_at: null,
      outside_file_id: fileId,
      outside_line: line,
      added_by: staffId,
    }
  })
}

/** Benefits given outside the system, newest first. */
export async function outsideBenefits(
  { db }: Pick<Context, 'db'>,
  filters: z.output<NonNullable<typeof outsideBenefitsEndpoint.query>>,
) {
  const page = await queries.outsidePage(db, filters)
  const items = page.items.map((row) => ({ ...row, addedAt: row.addedAt.toISOString() }))
  return { ...page, items }
}
