import { REDEMPTION_STATE_NAMES, wantedInWords } from '../money/redemption-states.ts'
import { redemptionQuery, type RedemptionRow } from '../money/redemptions.ts'
import { payableInWords } from '../desk/verdict-words.ts'
import { columnsOf, defineList } from './define.ts'

const column = columnsOf<RedemptionRow>()

export const redemptionList = defineList({
  name: 'redemptions',
  noun: ['redemption', 'redemptions'],
  empty: {
    title: 'No redemptions yet',
    text: 'When a member asks for points to be paid or for a gift, the request stands here with its checklist.',
  },
  query: redemptionQuery,
  id: ({ redemptionId }: RedemptionRow) => redemptionId,
  columns: [
    column.text('number', 'Number', ({ number }) => number),
    column.text('state', 'Status', ({ state }) => REDEMPTION_STATE_NAMES[state]),
    column.text('verdict', 'Can it be paid?', payableInWords),
    column.text('member', 'Member', ({ memberName }) => memberName),
    column.number('points', 'Points', ({ points }) => points),
    column.money('amount', 'Amount', ({ amountPaise }) => amountPaise, {
      sort: { descending: 'largest', ascending: 'largest' },
    }),
    column.text('wanted', 'As', wantedInWords),
    column.moment('requestedAt', 'Requested', ({ requestedAt }) => requestedAt, {
      sort: { descending: 'newest', ascending: 'oldest' },
    }),
    column.text(
      'approvals',
      'Approvals',
      ({ approvals, approvalsNeeded }) => `${approvals.length} of ${approvalsNeeded}`,
    ),
    column.text(
      'problems',
      'What stands against it',
      ({ problems }) => problems.map(({ label }) => label).join(', '),
      { optional: true },
    ),
    column.mobile('mobile', 'Mobile', ({ mobile }) => mobile, { optional: true }),
    column.text('memberCode', 'Member code', ({ memberCode }) => memberCode, { optional: true }),
  ],
})
