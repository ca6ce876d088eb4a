import type { z } from 'zod'
import {
  listTransfers,
  transferKind,
  transferListQuery,
  type TransferRow,
} from '../../../contract/points.ts'
import { call } from '../../lib/api.ts'
import { formatMobile, formatNumber } from '../../lib/format.ts'
import type { Column, Filter, ListSource } from '../../ui/list/types.ts'
import { Moment } from '../../ui/moment.tsx'
import { Reference } from './reference.tsx'
import { KIND_LOOKS, KindTag, movementInWords, pointsInWords } from './transfer-words.tsx'

export const pointsSource: ListSource<TransferRow, z.output<typeof transferListQuery>> = {
  name: 'transfers',
  schema: transferListQuery,
  fetchPage: (query, signal) => call(listTransfers, { query, signal }),
  rowId: ({ memberId, transferId }) => `${memberId}-${transferId}`,
}

export const POINTS_COLUMNS: Column<TransferRow>[] = [
  {
    key: 'recordedAt',
    header: 'When',
    width: 156,
    sort: { descending: 'newest', ascending: 'oldest' },
    render: (row) => <Moment at={row.recordedAt} />,
  },
  {
    key: 'kind',
    header: 'Kind',
    width: 164,
    card: 'corner',
    render: (row) => <KindTag kind={row.kind} />,
  },
  { key: 'member', header: 'Member', width: 150, render: (row) => row.memberName },
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
    key: 'points',
    header: 'Points',
    width: 80,
    align: 'right',
    render: (row) => <b>{pointsInWords(row)}</b>,
  },
  { key: 'movement', header: 'From → to', width: 170, render: movementInWords },
  {
    key: 'availableAfter',
    header: 'Available after',
    width: 116,
    align: 'right',
    render: (row) => formatNumber(row.availableAfter),
  },
  {
    key: 'heldAfter',
    header: 'Held after',
    width: 92,
    align: 'right',
    render: (row) => formatNumber(row.heldAfter),
  },
  { key: 'ref', header: 'Reference', width: 176, render: (row) => <Reference row={row} /> },
  {
    key: 'scheme',
    header: 'Scheme',
    width: 160,
    optional: true,
    render: (row) => row.schemeName,
  },
]

export const POINTS_FILTERS: Filter[] = [
  {
    kind: 'choices',
    name: 'kind',
    label: 'Kind',
    primary: true,
    choices: transferKind.options.map((kind) => ({ value: kind, label: KIND_LOOKS[kind].label })),
  },
  { kind: 'days', from: 'from', to: 'to', label: 'Dates', primary: true },
  { kind: 'number', name: 'member', label: 'Member', fromLink: true },
  { kind: 'number', name: 'scheme', label: 'Scheme', fromLink: true },
]

export const POINTS_ORDERS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
]
