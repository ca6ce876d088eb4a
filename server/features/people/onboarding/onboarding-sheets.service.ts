import {
  ONBOARDING_COLUMNS,
  type OnboardingColumn,
} from '../../../../contract/people/onboarding-columns.ts'
import type { OnboardingKind, RowProblem } from '../../../../contract/people/onboarding.ts'
import type { Context } from '../../../context.ts'
import { transaction } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import type { FileAnswer } from '../../../http/mount.ts'
import { invalidField } from '../../../lib/app-error.ts'
import { isId } from '../../../lib/ids.ts'
import type { Row, XlsxColumn } from '../../../lib/xlsx/types.ts'
import { XLSX_CONTENT_TYPE, writeXlsx } from '../../../lib/xlsx/xlsx.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { openErrors } from './errors.queries.ts'
import { ERROR_COLUMNS } from './heading.ts'
import { referenceOf } from './reference.ts'
import { openRow } from './sealed-row.ts'
import { readProblems } from './uploads.service.ts'

const SHEET_NAMES: Record<OnboardingKind, string> = {
  workers: 'Workers',
  distributors: 'Distributors',
  members: 'Members',
  points: 'Points',
  products: 'Products',
}
const PIECE = 500

/** Text keeps leading zeros; a day is better entered as a day of the spreadsheet. */
const sheetColumns = (columns: readonly OnboardingColumn[], isEmpty: boolean): XlsxColumn[] =>
  columns.map(({ key, header, width }) => ({
    header,
    type: 'text',
    width,
    ...(isEmpty && key !== 'joinedOn' && { entered: 'text' as const }),
  }))

/** An empty workbook with the columns of a kind; what belongs in each stands on its second sheet. */
export async function onboardingTemplate(kind: OnboardingKind): Promise<FileAnswer> {
  const columns = ONBOARDING_COLUMNS[kind]
  const stream = writeXlsx({
    sheetName: SHEET_NAMES[kind],
    columns: sheetColumns(columns, true),
    rows: noRows(),
    notes: columns.map(({ header, required, help, example }) => [
      header,
      `${required ? 'Needed' : 'May be empty'}. ${help}. For example: ${example}`,
    ]),
  })
  return { stream, name: `${kind}-template.xlsx`, type: XLSX_CONTENT_TYPE }
}

async function* noRows(): AsyncGenerator<readonly Row[]> {}

/**
 * The open refused rows of a kind as a workbook of its columns, with the reasons and a name for each
 * row, so that it settles them when it comes back corrected. Who took it is on record.
 */
export async function onboardingErrorFile(
  context: Context,
  { staffId, role }: StaffCaller,
  { kind, upload }: { kind: OnboardingKind; upload?: string | undefined },
  { requestId }: Origin,
): Promise<FileAnswer> {
  if (upload !== undefined && !isId(upload)) {
    throw invalidField('upload', 'An upload is named by a number.')
  }
  await transaction(context.db, (tx) =>
    writeAudit(tx, context.keys, {
      by: { staffId, role },
      action: 'onboarding.error_file',
      subject: 'onboarding',
      subjectId: upload ?? kind,
      after: { kind, upload: upload ?? null },
      requestId,
      at: context.now(),
    }),
  )
  const columns = ONBOARDING_COLUMNS[kind]
  const stream = writeXlsx({
    sheetName: SHEET_NAMES[kind],
    columns: [
      ...sheetColumns(columns, false),
      { header: ERROR_COLUMNS.row, type: 'text', width: 8 },
      { header: ERROR_COLUMNS.why, type: 'text', width: 60 },
      { header: ERROR_COLUMNS.reference, type: 'text', width: 28 },
    ],
    rows: errorRows(context, kind, upload),
  })
  return { stream, name: `${kind}-to-correct.xlsx`, type: XLSX_CONTENT_TYPE }
}

async function* errorRows(
  { db, vault }: Context,
  kind: OnboardingKind,
  upload: string | undefined,
): AsyncGenerator<readonly Row[]> {
  for (let place = { uploadId: '0', rowNo: 0 }; ;) {
    const errors = await openErrors(db, kind, { upload, after: place, limit: PIECE })
    const last = errors.at(-1)
    if (!last) return
    yield await Promise.all(
      errors.map(async ({ sealed, problems, ...name }) => {
        const { cells } = await openRow(vault, name, sealed)
        const why = readProblems(problems).map(inWords).join('; ')
        return [...cells, String(name.rowNo), why, referenceOf(name)]
      }),
    )
    place = last
  }
}

const inWords = ({ column, reason }: RowProblem) => (column ? `${column}: ${reason}` : reason)
