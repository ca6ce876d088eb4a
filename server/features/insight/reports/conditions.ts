import { STATES } from '../../../../contract/india.ts'
import { MEMBER_KINDS } from '../../../../contract/people/members.ts'
import type { ReportFilters } from '../../../../contract/insight/reports.ts'
import { endOfDay, startOfDay } from '../../../../contract/time.ts'
import { idsOfDays } from '../../../db/id-range.ts'
import type { ReportColumn } from './report.ts'
import {
  idText,
  inWords,
  isAnyOf,
  isOneOfTexts,
  momentText,
  quoted,
  wordsOf,
} from '../../../db/sql-text.ts'

/** The rows of these days, by a column of moments. */
export function momentsOf(column: string, { from, to }: ReportFilters): string[] {
  return [
    ...(from ? [`${column} >= ${momentText(startOfDay(from))}`] : []),
    ...(to ? [`${column} < ${momentText(endOfDay(to))}`] : []),
  ]
}

/** The rows of these days, by an id that holds its time: what the lists do as well. */
export function idsOf(column: string, days: ReportFilters): string[] {
  const { from, before } = idsOfDays(days)
  return [
    ...(from ? [`${column} >= ${idText(from)}`] : []),
    ...(before ? [`${column} < ${idText(before)}`] : []),
  ]
}

/** The rows of these members, from the table joined as `m`. */
export function membersAmong({ state, memberKind, kyc, distributor }: ReportFilters): string[] {
  return [
    ...(state ? [isAnyOf('m.state', state)] : []),
    ...(memberKind ? [isOneOfTexts('m.kind', memberKind)] : []),
    ...(kyc ? [isOneOfTexts('m.kyc_state', kyc)] : []),
    ...(distributor ? [isAnyOf('m.distributor_id', distributor)] : []),
  ]
}

export const stateNameOf = (column: string): string =>
  wordsOf(
    column,
    STATES.map(({ id, name }) => [id, name]),
  )

const KIND_NAMES = MEMBER_KINDS.map(
  (kind) => `when ${quoted(kind)} then ${quoted(inWords(kind))}`,
).join(' ')

/** Who a member is, from the table joined as `m`. */
export const MEMBER_COLUMNS: readonly ReportColumn[] = [
  { header: 'Member code', type: 'text', width: 14, sql: 'm.code' },
  { header: 'Member', type: 'text', width: 24, sql: 'm.name' },
  { header: 'Mobile', type: 'text', width: 14, sql: 'm.mobile' },
  { header: 'Member type', type: 'text', width: 14, sql: `case m.kind ${KIND_NAMES} end` },
]
