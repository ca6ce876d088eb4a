import { columnsFor, listSource } from '../../../ui/list/define.tsx'
import { redemptionList } from '../../../../contract/lists/redemptions.ts'
import { formatPaise } from '../../../../contract/money.ts'
import { listRedemptions, redemptionListQuery } from '../../../../contract/money/redemptions.ts'
import { payableInWords } from '../../../../contract/desk/verdict-words.ts'
import { call } from '../../../lib/api.ts'
import { RedemptionTag, VerdictTag } from './redemption-words.tsx'

export const redemptionSource = listSource(redemptionList, {
  schema: redemptionListQuery,
  fetchPage: (query, signal) => call(listRedemptions, { query, signal }),
})

export const REDEMPTION_COLUMNS = columnsFor(redemptionList, {
  number: 92,
  state: { width: 112, card: 'corner', render: (row) => <RedemptionTag state={row.state} /> },
  verdict: {
    width: 208,
    render: (row) =>
      row.verdict && <VerdictTag verdict={row.verdict} words={payableInWords(row)} />,
  },
  points: 74,
  amount: { width: 112, render: (row) => <b>{formatPaise(row.amountPaise)}</b> },
  wanted: 148,
  approvals: 82,
  problems: 260,
  memberCode: 120,
})
