import { columnsFor, listSource } from '../../../ui/list/define.tsx'
import { kycLogList } from '../../../../contract/lists/kyc-logs.ts'
import { kycLog, kycLogQuery } from '../../../../contract/people/kyc-history.ts'
import { call } from '../../../lib/api.ts'
import { ActionTag, DecisionTag, reasonInWords } from './kyc-words.tsx'

export const logSource = listSource(kycLogList, {
  schema: kycLogQuery,
  fetchPage: (query, signal) => call(kycLog, { query, signal }),
})

export const LOG_COLUMNS = columnsFor(kycLogList, {
  at: 152,
  action: { width: 138, card: 'corner', render: (row) => <ActionTag action={row.action} /> },
  member: 150,
  field: 106,
  by: 120,
  words: {
    width: 300,
    render: ({ decision, reason, note }) => {
      const words = reasonInWords(reason, note)
      if (decision === null) return words
      return (
        <>
          <DecisionTag decision={decision} /> {words}
        </>
      )
    },
  },
  round: 66,
  memberCode: 120,
})
