import { scanResult, type ScanResult } from '../../../contract/scans.ts'
import type { Days } from './period.ts'
import type { RowsTarget } from './rows-link.tsx'

const SCANS = '/dashboard/QrScanHistories'

export const REFUSALS = scanResult.options.filter((result) => result !== 'credited')

/** The scans of a period, narrowed by filters of their list. */
export const scansOf = (
  { from, to }: Days,
  filters: {
    result?: ScanResult | ScanResult[]
    state?: number
    product?: number
    plant?: number
  } = {},
): RowsTarget => ({ page: SCANS, search: { ...filters, from, to } })

export const creditedOf = (
  days: Days,
  filters: { state?: number; product?: number; plant?: number } = {},
): RowsTarget => scansOf(days, { result: 'credited', ...filters })

/** The transfers that issued the points of a period's scans. */
export const issuedOf = ({ from, to }: Days): RowsTarget => ({
  page: '/dashboard/QrPointHistories',
  search: { kind: ['scan', 'scheme_bonus', 'scan_held'], from, to },
})

export const HELD: RowsTarget = { page: SCANS, search: { review: 'waiting' } }
export const WAITING_BATCHES: RowsTarget = {
  page: '/dashboard/QrTokenHistories',
  search: { status: 'requested' },
}
/** One scheme with its terms and its money. */
export const schemeOf = (schemeId: number): RowsTarget => ({
  page: '/dashboard/scheme',
  search: { open: String(schemeId) },
})

/** Each member with his points: what members and liability are counted from. */
export const BALANCES: RowsTarget = {
  page: '/dashboard/reports',
  search: { reportType: 'member-balances' },
}
