import {
  REPORTS,
  type ReportFilters,
  type ReportType,
  type ReportRequest,
} from '../../../../contract/insight/reports.ts'
import type { Role } from '../../../../contract/roles.ts'
import { addDays, dayOf } from '../../../../contract/time.ts'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { XlsxOptions } from '../../../lib/xlsx/types.ts'
import { DEFINITIONS, mayHave } from './definitions.ts'
import { usedFilters } from './filter-words.ts'
import type { Programme, Report } from './report.ts'

/** A report that somebody may have, with the filters that are set. */
export type Asked = { type: ReportType; report: Report; filters: ReportFilters }

/** What a role asks for; 403 and 400 in words where it may not have it or it has no such filter. */
export function asked(
  role: Role,
  { reportType: type, ...filters }: ReportRequest,
  now: Date,
): Asked {
  refuseRole(role, type)
  const report = DEFINITIONS[type]
  const used = withDays(report, usedFilters(type, report, filters), now)
  refuseManyDays(type, report, used)
  return { type, report, filters: used }
}

/** Every report can be had by its type alone: one that needs days covers the running quarter. */
function withDays({ mostDays }: Report, filters: ReportFilters, now: Date): ReportFilters {
  const needsDays = mostDays !== undefined && !filters.from && !filters.to
  return needsDays ? { ...filters, ...quarterToDate(dayOf(now)) } : filters
}

/** From the first day of the quarter to this day. Calendar and financial quarters are the same. */
function quarterToDate(day: string): { from: string; to: string } {
  const first = Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1
  return { from: `${day.slice(0, 4)}-${String(first).padStart(2, '0')}-01`, to: day }
}

export function refuseRole(role: Role, type: ReportType): void {
  if (mayHave(role, type)) return
  throw new AppError('forbidden', `Your role may not have the report "${REPORTS[type]}".`)
}

/** Sealed values are given for a short time at once, and only for one that was chosen. */
function refuseManyDays(type: ReportType, { mostDays }: Report, { from, to }: ReportFilters): void {
  if (mostDays === undefined) return
  if (from && to && addDays(from, mostDays) > to) return
  const message = `${REPORTS[type]}: choose the first and the last day, at most ${mostDays} days.`
  throw new AppError('invalid', message, { fields: { [from ? 'to' : 'from']: message } })
}

export function programmeOf({ rules, now }: Pick<Context, 'rules' | 'now'>): Programme {
  const at = now()
  const { pointsExpireMonths: expireMonths, pointValuePaise } = rules.at(at)
  return { now: at, expireMonths, pointValuePaise }
}

type About = { words: string; at: Date; by: { name: string; email: string } }

/** The sheet of a report, and what stands about it on the second. */
export function workbookOf(
  { type, report }: Asked,
  { words, at, by }: About,
): Omit<XlsxOptions, 'rows'> {
  return {
    sheetName: REPORTS[type],
    columns: report.columns,
    notes: [
      ['Report', REPORTS[type]],
      ['As of', at],
      ['Rows of', words],
      ['Made by', `${by.name}, ${by.email}`],
    ],
  }
}
