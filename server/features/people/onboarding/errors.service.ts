import { ONBOARDING_COLUMNS } from '../../../../contract/people/onboarding-columns.ts'
import type { ErrorListQuery, ErrorRow } from '../../../../contract/people/onboarding.ts'
import type { Page } from '../../../../contract/paging.ts'
import { can } from '../../../../contract/permissions.ts'
import type { Context } from '../../../context.ts'
import { sqlState, transaction, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError, invalidField, notFound } from '../../../lib/app-error.ts'
import { isId } from '../../../lib/ids.ts'
import { cleaned } from '../../../lib/sheet/table.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import * as queries from './errors.queries.ts'
import { givenRow, judgedOf } from './judging.ts'
import { maskedCells } from './masks.ts'
import { refuseKind } from './may-onboard.ts'
import type { Judged } from './onboarding-kind.ts'
import type { OnboardingRules } from './onboarding-rules.ts'
import { referenceOf, type RowName } from './reference.ts'
import { openRow, sealRow } from './sealed-row.ts'
import { readProblems } from './uploads.service.ts'

const LARGEST_INT = 2_147_483_647
const TAKEN_MEANWHILE = '23505'
const TRIES = 5

/** Refused rows of files that are applied; who may not correct them sees no whole PAN or GSTIN. */
export async function listOnboardingErrors(
  { db, vault }: Pick<Context, 'db' | 'vault'>,
  { role }: StaffCaller,
  filters: ErrorListQuery,
): Promise<Page<ErrorRow>> {
  if (filters.upload !== undefined && !isId(filters.upload)) {
    throw invalidField('upload', 'An upload is named by a number.')
  }
  const page = await queries.errorPage(db, filters)
  const isWhole = can(role, 'onboarding.apply')
  const items = await Promise.all(page.items.map((found) => toError(vault, found, isWhole)))
  return { ...page, items }
}

/** One refused row, as the list gives it. */
export async function getOnboardingError(
  { db, vault }: Pick<Context, 'db' | 'vault'>,
  { role }: StaffCaller,
  name: RowName,
): Promise<ErrorRow> {
  const isName = isId(name.uploadId) && name.rowNo <= LARGEST_INT
  const found = isName ? await queries.errorByName(db, name) : undefined
  // Of files that are only looked at, refused rows are no errors yet.
  if (!found || found.uploadState === 'ready' || found.uploadState === 'reading') {
    throw notFound('This row')
  }
  return toError(vault, found, can(role, 'onboarding.apply'))
}

async function toError(
  vault: Context['vault'],
  found: queries.FoundError,
  isWhole: boolean,
): Promise<ErrorRow> {
  const { uploadId, rowNo, kind, fileName, code, state, settledBy } = found
  if (state === 'waiting' || state === 'applied') {
    throw new Error(`Row ${rowNo} of upload ${uploadId} is refused and ${state}.`)
  }
  const content = found.sealed && (await openRow(vault, { uploadId, rowNo }, found.sealed))
  const cells = content?.cells ?? null
  return {
    uploadId,
    rowNo,
    kind,
    fileName,
    cameAt: found.cameAt.toISOString(),
    code,
    state,
    cells: cells && !isWhole ? maskedCells(ONBOARDING_COLUMNS[kind], cells) : cells,
    problems: readProblems(found.problems),
    settledAt: found.settledAt?.toISOString() ?? null,
    settledBy,
  }
}

const NOT_OPEN = {
  corrected: 'This row is corrected already.',
  dismissed: 'This row was dismissed: it stays as it is.',
}

async function openError(tx: Tx, name: RowName): Promise<queries.FoundError> {
  const isName = isId(name.uploadId) && name.rowNo <= LARGEST_INT
  const found = isName ? await queries.lockError(tx, name) : undefined
  if (!found) throw notFound('This row')
  const { state, uploadState } = found
  if (state === 'corrected' || state === 'dismissed')
    throw new AppError('conflict', NOT_OPEN[state])
  if (uploadState === 'ready' || uploadState === 'reading') {
    throw new AppError('conflict', 'The file of this row is not applied yet. Apply it first.')
  }
  return found
}

type Retried = { applied: boolean; row: ErrorRow; subjectId: number | null }
type Retry = RowName & { cells: readonly string[] }

/**
 * Checks a corrected row and applies it alone, in one transaction. What is still wrong is told and
 * kept with the cells as they are now. Of two at once one has an effect; the other is told so.
 */
export async function retryOnboardingRow(
  context: Context,
  caller: StaffCaller,
  given: Retry,
  { requestId }: Origin,
): Promise<Retried> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction(context.db, (tx) => retry(tx, context, { caller, requestId, given }))
    } catch (error) {
      if (attempt === TRIES || sqlState(error) !== TAKEN_MEANWHILE) throw error
    }
  }
}

type Retrying = { caller: StaffCaller; requestId: string; given: Retry }

async function retry(
  tx: Tx,
  context: Context,
  { caller, requestId, given }: Retrying,
): Promise<Retried> {
  const name = { uploadId: given.uploadId, rowNo: given.rowNo }
  const { kind } = await openError(tx, name)
  refuseKind(caller.role, kind)
  const rules = context.onboarding[kind]
  const cells = cellsOf(rules, given.cells)
  const row = givenRow(rules.columns, name.rowNo, cells)
  const [judged] = judgedOf([row], await rules.judge(context, tx, [row]))
  if (!judged) throw new Error('A row was not judged.')
  const isApplied = judged.verdict !== 'refused'
  let { subjectId } = judged
  if (isApplied) {
    if (judged.verdict !== 'same') {
      const { uploadId } = name
      const alone = true as const
      const applying = { context, by: caller, requestId, uploadId, alone }
      const subjects = await rules.apply(tx, applying, [row], [judged])
      subjectId = subjects.get(name.rowNo) ?? subjectId
    }
    const settled = { staffId: caller.staffId, at: context.now() }
    await queries.settleError(tx, name, { state: 'corrected', subjectId, ...settled })
    const corrected = { kind, uploadId: name.uploadId, rowNos: [name.rowNo] }
    await queries.settleCorrected(tx, corrected, settled)
  } else await keep(tx, context, name, { judged, cells })
  await writeAudit(tx, context.keys, {
    by: { staffId: caller.staffId, role: caller.role },
    action: 'onboarding_row.correct',
    subject: 'onboarding_row',
    subjectId: referenceOf(name),
    before: { state: 'open' },
    after: { state: isApplied ? 'corrected' : 'open', verdict: judged.verdict, subjectId },
    requestId,
    at: context.now(),
  })
  const told = await errorNow(tx, context, name)
  return { applied: isApplied, row: told, subjectId: isApplied ? subjectId : null }
}

function cellsOf({ columns }: OnboardingRules, cells: readonly string[]): string[] {
  if (cells.length !== columns.length) {
    throw invalidField('cells', `A row has ${columns.length} cells, in the order of the template.`)
  }
  return cells.map(cleaned)
}

async function keep(
  tx: Tx,
  { vault }: Context,
  name: RowName,
  { judged, cells }: { judged: Judged; cells: readonly string[] },
): Promise<void> {
  const sealed = await sealRow(vault, name, { cells, changes: [] })
  await queries.keepError(tx, name, { code: judged.code, problems: judged.problems, sealed })
}

/** Only who may correct rows settles them, so nothing is masked. */
async function errorNow(tx: Tx, { vault }: Context, name: RowName): Promise<ErrorRow> {
  const found = await queries.errorByName(tx, name)
  if (!found) throw notFound('This row')
  return toError(vault, found, true)
}

/** Leaves a refused row for good; its cells are forgotten, the reason stands in the audit trail. */
export async function dismissOnboardingRow(
  context: Context,
  { staffId, role }: StaffCaller,
  { reason, ...name }: RowName & { reason: string },
  { requestId }: Origin,
): Promise<ErrorRow> {
  return transaction(context.db, async (tx) => {
    const { subjectId, kind } = await openError(tx, name)
    refuseKind(role, kind)
    const at = context.now()
    await queries.settleError(tx, name, { state: 'dismissed', subjectId, staffId, at })
    await writeAudit(tx, context.keys, {
      by: { staffId, role },
      action: 'onboarding_row.dismiss',
      subject: 'onboarding_row',
      subjectId: referenceOf(name),
      before: { state: 'open' },
      after: { state: 'dismissed' },
      reason,
      requestId,
      at,
    })
    return errorNow(tx, context, name)
  })
}
