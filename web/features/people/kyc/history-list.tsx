import { columnsFor, listSource } from '../../../ui/list/define.tsx'
import { kycHistoryList } from '../../../../contract/lists/kyc-history.ts'
import { kycHistory, kycHistoryQuery } from '../../../../contract/people/kyc-history.ts'
import { call } from '../../../lib/api.ts'
import { formatDuration } from '../../../lib/format.ts'
import { DecisionTag, fieldsInWords, refusalInWords } from './kyc-words.tsx'

export const historySource = listSource(kycHistoryList, {
  schema: kycHistoryQuery,
  fetchPage: (query, signal) => call(kycHistory, { query, signal }),
})

export const HISTORY_COLUMNS = columnsFor(kycHistoryList, {
  member: 150,
  decision: {
    width: 124,
    card: 'corner',
    render: (row) => <DecisionTag decision={row.decision} />,
  },
  decidedAt: 152,
  by: 120,
  refused: {
    width: 290,
    card: 'wide',
    render: (row) => row.refused.map(refusalInWords).join(', ') || null,
  },
  waited: { width: 96, render: (row) => formatDuration(row.waitedSeconds) },
  review: {
    width: 104,
    render: (row) => (row.reviewSeconds === null ? null : formatDuration(row.reviewSeconds)),
  },
  accepted: { width: 220, render: (row) => fieldsInWords(row.accepted) || null },
  note: 180,
  round: 66,
  memberCode: 120,
})
