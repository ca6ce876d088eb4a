import { columnsFor, listSource } from '../../../ui/list/define.tsx'
import { transferList } from '../../../../contract/lists/transfers.ts'
import { listTransfers, transferListQuery } from '../../../../contract/ledger/points.ts'
import { call } from '../../../lib/api.ts'
import { Reference } from './reference.tsx'
import { KindTag, movementInWords, pointsInWords } from './transfer-words.tsx'

export const pointsSource = listSource(transferList, {
  schema: transferListQuery,
  fetchPage: (query, signal) => call(listTransfers, { query, signal }),
})

export const POINTS_COLUMNS = columnsFor(transferList, {
  recordedAt: 156,
  kind: { width: 164, card: 'corner', render: (row) => <KindTag kind={row.kind} /> },
  member: 150,
  memberCode: 120,
  points: { width: 80, render: (row) => <b>{pointsInWords(row)}</b> },
  movement: { width: 170, render: movementInWords },
  availableAfter: 116,
  heldAfter: 92,
  ref: { width: 176, render: (row) => <Reference row={row} /> },
  scheme: 160,
})
