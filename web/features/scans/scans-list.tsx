import { STATES, stateName } from '../../../contract/india.ts'
import { FLAGS, flagsInWords } from '../../../contract/flag-words.ts'
import { SCAN_FLAGS } from '../../../contract/scan-flags.ts'
import {
  REVIEWS,
  listScans,
  scanListQuery,
  scanResult,
  type ScanListQuery,
  type ScanRow,
} from '../../../contract/scans.ts'
import { call } from '../../lib/api.ts'
import { formatMobile, formatNumber } from '../../lib/format.ts'
import type { Choice, Column, Filter, ListSource } from '../../ui/list/types.ts'
import { LATE_FILTER } from '../../ui/list/waiting-filters.ts'
import { FirstScan } from './first-scan.tsx'
import { Moment } from '../../ui/moment.tsx'
import { RESULT_LOOKS, REVIEW_LOOKS, ResultTag, ReviewTag } from './scan-words.tsx'

const scanKey = ({ memberId, scanId }: { memberId: number; scanId: string }): string =>
  `${memberId}-${scanId}`

export const scanSource: ListSource<ScanRow, ScanListQuery> = {
  name: 'scans',
  schema: scanListQuery,
  fetchPage: (query, signal) => call(listScans, { query, signal }),
  rowId: scanKey,
}

export const SCAN_COLUMNS: Column<ScanRow>[] = [
  {
    key: 'recordedAt',
    header: 'When',
    width: 148,
    sort: { descending: 'newest', ascending: 'oldest' },
    render: (row) => <Moment at={row.recordedAt} />,
  },
  {
    key: 'result',
    header: 'Result',
    width: 148,
    card: 'corner',
    render: (row) => <ResultTag result={row.result} />,
  },
  {
    key: 'points',
    header: 'Points',
    width: 58,
    align: 'right',
    render: (row) => formatNumber(row.points),
  },
  { key: 'member', header: 'Member', width: 112, render: (row) => row.memberName },
  {
    key: 'mobile',
    header: 'Mobile',
    width: 142,
    optional: true,
    render: (row) => formatMobile(row.mobile),
  },
  {
    key: 'memberCode',
    header: 'Member code',
    width: 120,
    optional: true,
    render: (row) => row.memberCode,
  },
  {
    key: 'first',
    header: 'Scanned first by',
    width: 146,
    render: ({ first }) => first && <FirstScan first={first} brief />,
  },
  { key: 'product', header: 'Product', width: 130, render: (row) => row.productName },
  { key: 'plant', header: 'Plant', width: 84, render: (row) => row.plantName },
  { key: 'place', header: 'Place', width: 100, render: (row) => stateName(row.state) },
  { key: 'device', header: 'Device', width: 80, render: (row) => row.device },
  {
    key: 'flags',
    header: 'Review and flags',
    width: 112,
    render: (row) =>
      row.review && (
        <>
          <ReviewTag review={row.review} /> {flagsInWords(row.flags)}
        </>
      ),
  },
  { key: 'batch', header: 'Batch', width: 84, optional: true, render: (row) => row.batchId },
  { key: 'serial', header: 'Serial', width: 84, optional: true, render: (row) => row.serial },
]

export const SCAN_ORDERS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
]

const choicesOf = <T extends string>(
  values: readonly T[],
  labelOf: (value: T) => string,
): Choice[] => values.map((value) => ({ value, label: labelOf(value) }))

/** The filters of the list; plants and products come with the catalogue. */
export function scanFilters(catalogue: { plants?: Choice[]; products?: Choice[] }): Filter[] {
  return [
    {
      kind: 'choices',
      name: 'result',
      label: 'Result',
      primary: true,
      choices: choicesOf(scanResult.options, (result) => RESULT_LOOKS[result].label),
    },
    {
      kind: 'choices',
      name: 'state',
      label: 'State',
      primary: true,
      choices: STATES.map(({ id, name }) => ({ value: id, label: name })),
    },
    { kind: 'days', from: 'from', to: 'to', label: 'Dates', primary: true },
    {
      kind: 'choices',
      name: 'review',
      label: 'Review',
      choices: choicesOf(REVIEWS, (review) => REVIEW_LOOKS[review].label),
    },
    {
      kind: 'choices',
      name: 'flag',
      label: 'Flag',
      choices: choicesOf(SCAN_FLAGS, (flag) => FLAGS[flag].label),
    },
    { kind: 'choices', name: 'plant', label: 'Plant', choices: catalogue.plants },
    { kind: 'choices', name: 'product', label: 'Product', choices: catalogue.products },
    { kind: 'number', name: 'batch', label: 'Batch' },
    { ...LATE_FILTER, label: 'Review waits' },
    { kind: 'number', name: 'distributor', label: 'Distributor', fromLink: true },
    { kind: 'number', name: 'member', label: 'Member', fromLink: true },
  ]
}
