import type { AnswerRow, BankAnswer } from '../../../../../contract/money/bank-files.ts'
import { ANSWER_OUTCOMES } from '../../../../../contract/money/bank-files.ts'
import { SHEET_MAX_ROWS } from '../../../../../contract/sheets.ts'
import type { Context } from '../../../../context.ts'
import { transaction, type Db, type Tx } from '../../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../../http/caller.ts'
import type { UploadedFile } from '../../../../http/upload.ts'
import { AppError, notFound } from '../../../../lib/app-error.ts'
import { sha256 } from '../../../../lib/crypto.ts'
import { isId, makeStaffChangeId } from '../../../../lib/ids.ts'
import { readSheet } from '../../../../lib/sheet.ts'
import { writeAudit } from '../../../platform/audit/index.ts'
import { recordStatus } from '../reconcile/record-status.service.ts'
import { aroundRows } from './bank-answer-around.ts'
import { judge, rowsUnder, type Around, type Judged, type Meant } from './bank-answer-rows.ts'
import * as queries from './bank-answer.queries.ts'
import { lockedPayment } from '../payment-step.service.ts'
import { tellPayee } from '../tell-payee.ts'

const MOST_NAME = 200

/**
 * Takes what the bank answered and shows, row by row, what applying it would do; nothing is applied.
 * The very same file again is the same answer.
 */
export async function previewBankAnswer(
  context: Context,
  caller: StaffCaller,
  { name, file }: { name: string; file: UploadedFile },
  { requestId }: Origin,
): Promise<BankAnswer> {
  const { db } = context
  const digest = sha256(file.bytes)
  const before = await queries.answerOfFile(db, digest)
  if (before !== null) return answerOf(db, before, true)
  const { header, rows } = await readSheet(file.bytes, file.type, { maxRows: SHEET_MAX_ROWS })
  const given = rowsUnder(header, rows)
  if (given.length === 0) throw new AppError('invalid', 'The file has no rows under its heading.')
  const at = context.now()
  const { staffId, role } = caller
  const answerId = makeStaffChangeId(at.getTime())
  const isNew = await transaction(db, async (tx) => {
    const row = { digest, came_at: at, came_by: staffId, applied_at: null, applied_by: null }
    const named = { answer_id: answerId, name: name.slice(0, MOST_NAME), ...row }
    if (!(await queries.insertAnswer(tx, named))) return false
    await queries.insertRows(tx, answerId, given)
    await writeAudit(tx, context.keys, {
      by: { staffId, role },
      action: 'bank_answer.receive',
      subject: 'bank_answer',
      subjectId: answerId,
      after: { name: named.name, rows: given.length, sha256: digest.toString('hex') },
      requestId,
      at,
    })
    return true
  })
  if (isNew) return answerOf(db, answerId, false)
  const same = await queries.answerOfFile(db, digest)
  if (same === null) throw new Error('A bank answer was not stored.')
  return answerOf(db, same, true)
}

type JudgedRow = { found: queries.FoundRow; judged: Judged }

async function judgedRows(db: Db | Tx, answerId: string): Promise<JudgedRow[]> {
  const rows = await queries.rowsOf(db, answerId)
  const around = aroundRows(rows)
  return rows.map((found) => ({ found, judged: judgeRow(found, around.get(found.line)) }))
}

function judgeRow(found: queries.FoundRow, around: Around = NOTHING_AROUND): Judged {
  return judge(found, meantBy(found), around)
}
const NOTHING_AROUND: Around = { twin: null, sharesUtr: null }

function meantBy(found: queries.FoundRow): Meant | null {
  const { paymentId, number, state, netPaise, paymentUtr, utrOf, inBankFile } = found
  if (paymentId === null || number === null || state === null) return null
  return { paymentId, number, state, netPaise, utr: paymentUtr, utrOf, inBankFile }
}

async function answerOf(db: Db, answerId: string, cameBefore: boolean): Promise<BankAnswer> {
  const answer = await queries.answerById(db, answerId)
  if (!answer) throw notFound('This answer')
  const rows = (await judgedRows(db, answerId)).map(toAnswerRow)
  const count = (outcome: AnswerRow['outcome']) =>
    rows.filter((row) => row.outcome === outcome).length
  const { name, cameAt, cameBy, appliedAt, appliedBy } = answer
  return {
    answerId,
    name,
    state: appliedAt ? 'applied' : 'preview',
    cameAt: cameAt.toISOString(),
    cameBy,
    appliedAt: appliedAt?.toISOString() ?? null,
    appliedBy,
    cameBefore,
    counts: {
      pay: count('pay'),
      fail: count('fail'),
      reverse: count('reverse'),
      same: count('same'),
      refused: count('refused'),
    },
    rows,
  }
}

function toAnswerRow({ found, judged }: JudgedRow): AnswerRow {
  const { line, reference, amount, status, utr, memberName, redemptionId, applied } = found
  const outcome = ANSWER_OUTCOMES.find((name) => name === applied) ?? judged.outcome
  return {
    line,
    reference,
    amount,
    status,
    utr,
    memberName,
    redemptionId,
    outcome,
    reason: applied === null ? judged.reason : found.reason || null,
    applied: applied !== null,
  }
}

const changes = ({ found, judged }: JudgedRow) =>
  found.applied === null && judged.outcome !== 'same' && judged.outcome !== 'refused'

/**
 * Applies what the preview showed, each row in a transaction of its own and once: it is judged again
 * with its payment locked. What a row says that cannot be true is put before a person. A second time
 * changes nothing; what was cut off goes on where it stopped.
 */
export async function applyBankAnswer(
  context: Context,
  caller: StaffCaller,
  { answerId, changes: seen }: { answerId: string; changes: number },
  { requestId }: Origin,
): Promise<BankAnswer> {
  const { db } = context
  const answer = isId(answerId) && (await queries.answerById(db, answerId))
  if (!answer) throw notFound('This answer')
  if (answer.appliedAt) return answerOf(db, answerId, false)
  const rows = await judgedRows(db, answerId)
  const now = rows.filter(changes).length
  if (now !== seen) {
    const message = `${now} ${now === 1 ? 'row' : 'rows'} would change something now, not ${seen}: look again. Nothing was applied.`
    throw new AppError('conflict', message, { fields: { changes: message } })
  }
  const around = aroundRows(rows.map(({ found }) => found))
  for (const { found, judged } of rows) {
    if (found.paymentId === null || judged.update === null) continue
    await applyRow(context, answerId, found.paymentId, found.line, around.get(found.line))
  }
  await finish(context, caller, answerId, { changes: seen, requestId })
  return answerOf(db, answerId, false)
}

async function applyRow(
  context: Context,
  answerId: string,
  paymentId: string,
  line: number,
  around: Around | undefined,
): Promise<void> {
  const told = await transaction(context.db, async (tx) => {
    const locked = await lockedPayment(tx, paymentId)
    const [found] = await queries.rowsOf(tx, answerId, line)
    if (!found || found.applied !== null) return null
    const { update, outcome } = judgeRow(found, around)
    if (update === null) return null
    const from = { source: 'bank file' as const, at: context.now() }
    const applied = await recordStatus(tx, context, locked, update, from)
    if (applied.outcome !== 'applied') return null
    await queries.setApplied(tx, answerId, line, outcome)
    return { redemptionId: locked.redemption.redemptionId, finalStatus: applied.finalStatus }
  })
  if (told?.finalStatus) tellPayee(context, told.redemptionId, told.finalStatus)
}

async function finish(
  { db, keys, now }: Context,
  { staffId, role }: StaffCaller,
  answerId: string,
  { changes, requestId }: { changes: number; requestId: string },
): Promise<void> {
  const at = now()
  await transaction(db, async (tx) => {
    if (!(await queries.finishAnswer(tx, answerId, { staffId, at }))) return
    await writeAudit(tx, keys, {
      by: { staffId, role },
      action: 'bank_answer.apply',
      subject: 'bank_answer',
      subjectId: answerId,
      after: { changes },
      requestId,
      at,
    })
  })
}
