import { ONBOARDING_COLUMNS } from '../../../../contract/people/onboarding-columns.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { keepOutOfRecord, readMemberWords } from '../../people/members/index.ts'
import {
  type Applying,
  type GivenRow,
  inColumnOrder,
  type Judged,
  type OnboardingRules,
  readCells,
  textOf,
} from '../../people/onboarding/index.ts'
import { AppError } from '../../../lib/app-error.ts'
import { membersNamed, type Named } from './points-onboarding.queries.ts'
import { endCollecting, proposePoints } from './points-files.service.ts'

const COLUMNS = ONBOARDING_COLUMNS.points
const [MEMBER, POINTS, REASON] = COLUMNS.map(({ header }) => header)

/** Points given and taken by file: one proposal with its total, which a second person approves. */
export const pointsOnboarding: OnboardingRules = {
  columns: COLUMNS,
  made: null,
  async judge(_context, db, rows) {
    const read = rows.map(readRow)
    const found = await holdersOf(db, read)
    return read.map((row) => judgeRow(row, found))
  },
  async apply(tx, applying, rows) {
    return applyRows(tx, applying, rows)
  },
  finish: endCollecting,
}

type Read = ReturnType<typeof readRow>

function readRow(row: GivenRow) {
  const { values, problems } = readCells(COLUMNS, row.cells)
  const member = textOf(values, 'member')
  return {
    row,
    words: member === null ? null : readMemberWords(member),
    points: typeof values.memberPoints === 'number' ? values.memberPoints : null,
    reason: textOf(values, 'reason'),
    problems,
  }
}

async function holdersOf(db: Db | Tx, read: readonly Read[]) {
  const words = read.flatMap(({ words: one }) => one ?? [])
  const members = await membersNamed(db, {
    codes: words.flatMap((one) => ('code' in one ? [one.code] : [])),
    mobiles: words.flatMap((one) => ('mobile' in one ? [one.mobile] : [])),
  })
  return {
    code: new Map(members.map((member) => [member.code, member])),
    mobile: new Map(members.map((member) => [member.mobile, member])),
  }
}
type Holders = Awaited<ReturnType<typeof holdersOf>>

function holderOf({ words }: Read, { code, mobile }: Holders): Named | undefined {
  if (!words) return undefined
  return 'code' in words ? code.get(words.code) : mobile.get(words.mobile)
}

function judgeRow(read: Read, holders: Holders): Judged {
  const { row, points, reason } = read
  const holder = holderOf(read, holders)
  const told = (column: string | undefined, text: string) => ({
    column: column ?? null,
    reason: text,
  })
  const given = (row.cells.member ?? '').trim() !== ''
  const problems = inColumnOrder(COLUMNS, [
    ...read.problems,
    ...(!holder && given ? [told(MEMBER, 'No member has this code or mobile.')] : []),
    ...(holder?.erasedAt ? [told(MEMBER, 'The personal data of this member was erased.')] : []),
    ...(points === 0 ? [told(POINTS, 'Zero points change nothing.')] : []),
    ...(points !== null && points < 0 && holder && holder.available + points < 0
      ? [told(POINTS, `Member ${holder.code} does not have as many points.`)]
      : []),
    ...(holder && reason !== null && namesMember(holder, reason)
      ? [told(REASON, 'Leave out the member’s name and mobile: this stays on record.')]
      : []),
  ])
  return {
    rowNo: row.rowNo,
    verdict: problems.length > 0 ? 'refused' : 'change',
    code: holder?.code ?? null,
    claims: holder ? [{ column: MEMBER ?? '', value: String(holder.memberId) }] : [],
    changes: [],
    problems,
    subjectId: holder?.memberId ?? null,
  }
}

function namesMember(holder: Named, reason: string): boolean {
  try {
    keepOutOfRecord(holder, reason)
    return false
  } catch (error) {
    if (error instanceof AppError) return true
    throw error
  }
}

async function applyRows(
  tx: Tx,
  { context, by, requestId, uploadId, alone }: Applying,
  rows: readonly GivenRow[],
): Promise<ReadonlyMap<number, number>> {
  const at = context.now()
  const read = rows.map(readRow)
  const holders = await holdersOf(tx, read)
  const proposed = read.map((one) => {
    const memberId = holderOf(one, holders)?.memberId
    if (memberId === undefined || one.points === null) {
      throw new Error(`Row ${one.row.rowNo} is to be applied, but it is not complete.`)
    }
    return { rowNo: one.row.rowNo, memberId, points: one.points, reason: one.reason }
  })
  await proposePoints(tx, { uploadId, cause: 'adjustment', rows: proposed, by, alone, at })
  await writeAudit(tx, context.keys, {
    by: { staffId: by.staffId, role: by.role },
    action: 'points_file.proposed',
    subject: 'onboarding',
    subjectId: uploadId,
    after: { rows: proposed.length },
    requestId,
    at,
  })
  return new Map(proposed.map(({ rowNo, memberId }) => [rowNo, memberId]))
}
