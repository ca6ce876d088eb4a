import { stateName } from '../../../../contract/india.ts'
import { PAYMENT_STATE_NAMES } from '../../../../contract/money/payment-states.ts'
import {
  REPORTS,
  reportFilters,
  type ReportFilter,
  type ReportFilters,
  type ReportType,
} from '../../../../contract/insight/reports.ts'
import { AppError } from '../../../lib/app-error.ts'
import { KYC_STATE_NAMES } from '../../../../contract/people/kyc-states.ts'
import type { Report } from './report.ts'
import { inWords } from '../../../db/sql-text.ts'

const NAMES: Record<ReportFilter, string> = {
  from: 'first day',
  to: 'last day',
  state: 'state',
  memberKind: 'member type',
  kyc: 'KYC state',
  distributor: 'distributor',
  enquiryState: 'state of the enquiry',
  payment: 'state of the payment',
  plant: 'plant',
  product: 'product',
  batch: 'batch',
}

const given = (filters: ReportFilters): [ReportFilter, unknown][] =>
  Object.entries(filters).flatMap(([name, value]): [ReportFilter, unknown][] => {
    const empty = value === undefined || (Array.isArray(value) && value.length === 0)
    return name in NAMES && !empty ? [[name as ReportFilter, value]] : []
  })

/** The filters that are set, nothing else. A filter that the report lacks is refused, not ignored. */
export function usedFilters(type: ReportType, report: Report, filters: ReportFilters) {
  const set = given(filters)
  const foreign = set.filter(([name]) => !report.filters.includes(name))
  if (foreign.length > 0) {
    const fields = Object.fromEntries(
      foreign.map(([name]) => [name, `${REPORTS[type]} cannot be filtered by ${NAMES[name]}.`]),
    )
    throw new AppError('invalid', Object.values(fields).join(' '), { fields })
  }
  const used: ReportFilters = Object.fromEntries(set)
  return used
}

const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
/** A calendar day, `2026-11-20`: "20 Nov 2026". */
export const formatDay = (day: string): string =>
  DAY.format(new Date(`${day}T00:00:00Z`)).replace('Sept', 'Sep')

/** Filters as they were written down; none where nobody knows them any more. */
export function filtersOf(stored: unknown): ReportFilters {
  return reportFilters.safeParse(stored).data ?? {}
}

type Names = Record<'plants' | 'products' | 'distributors', ReadonlyMap<number, string>>

/** The filters as a person reads them: `from 1 Nov 2026, to 20 Nov 2026, Maharashtra`. */
export function filterWords(
  {
    from,
    to,
    state,
    memberKind,
    kyc,
    distributor,
    enquiryState,
    payment,
    plant,
    product,
    batch,
  }: ReportFilters,
  { plants, products, distributors }: Names,
): string {
  const words = [
    ...(from ? [`from ${formatDay(from)}`] : []),
    ...(to ? [`to ${formatDay(to)}`] : []),
    ...(state ?? []).map(stateName),
    ...(memberKind ?? []).map(inWords),
    ...(kyc ?? []).map((one) => `KYC ${KYC_STATE_NAMES[one].toLowerCase()}`),
    ...(distributor ?? []).map((id) => distributors.get(id) ?? `distributor ${id}`),
    ...(enquiryState ?? []).map(inWords),
    ...(payment ?? []).map((state) => PAYMENT_STATE_NAMES[state]),
    ...(plant ?? []).map((id) => plants.get(id) ?? `plant ${id}`),
    ...(product ?? []).map((id) => products.get(id) ?? `product ${id}`),
    ...(batch === undefined ? [] : [`batch ${batch}`]),
  ]
  return words.length === 0 ? 'everything' : words.join(', ')
}
