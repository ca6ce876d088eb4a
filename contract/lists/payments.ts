import {
  FAILURE_CLASS_NAMES,
  PAYMENT_KIND_NAMES,
  PROVIDER_NAMES,
  rowStateName,
} from '../money/payment-states.ts'
import { findingsInWords, stageInWords } from '../money/payment-words.ts'
import { type PaymentRow } from '../money/payments.ts'
import { completeQuery, failedQuery, pendingQuery } from '../money/payment-queries.ts'
import { againInFull } from '../desk/verdict-words.ts'
import { columnsOf, defineList } from './define.ts'

const column = columnsOf<PaymentRow>()
const bySince = { descending: 'oldest', ascending: 'newest' }
const bySize = { descending: 'largest', ascending: 'largest' }
const optional = true

const number = column.text('number', 'Number', (row) => row.number ?? row.redemptionNumber)
const state = column.text('state', 'Status', (row) => rowStateName(row.state))
const member = column.text('member', 'Member', (row) => row.memberName)
const age = column.moment('age', 'Waits for', (row) => row.since, {
  sort: bySince,
  fileHeader: 'Waits for, since',
})
const amount = column.money('gross', 'Amount', (row) => row.grossPaise, { sort: bySize })
const tax = column.money('tax', 'Tax', (row) => row.taxPaise)
const destination = column.text(
  'destination',
  'To',
  (row) => row.destination ?? PAYMENT_KIND_NAMES[row.kind],
)
const provider = column.text('provider', 'Sent by', (row) =>
  row.provider === null ? null : PROVIDER_NAMES[row.provider],
)
const more = [
  column.text('redemption', 'Redemption', (row) => row.redemptionNumber, { optional }),
  column.mobile('mobile', 'Mobile', (row) => row.mobile, { optional }),
  column.text('memberCode', 'Member code', (row) => row.memberCode, { optional }),
  column.text('mode', 'Mode', (row) => row.mode, { optional }),
  column.text('providerId', 'Provider’s id', (row) => row.providerId, { optional }),
]

const attemptId = ({ redemptionId, paymentId }: PaymentRow): string =>
  paymentId === null ? redemptionId : `${redemptionId}-${paymentId}`

export const pendingList = defineList({
  name: 'payments-pending',
  noun: ['payment', 'payments'],
  empty: {
    title: 'No money waits',
    text: 'When a redemption to a bank account or UPI address is approved, it stands here until it is paid or has failed.',
  },
  query: pendingQuery,
  // One row of a redemption at most, which stays the same one when its payment begins.
  id: ({ redemptionId }: PaymentRow) => redemptionId,
  columns: [
    number,
    state,
    age,
    member,
    amount,
    tax,
    column.money('net', 'Pays out', (row) => row.netPaise),
    destination,
    column.text('stage', 'Where it is', (row) =>
      row.alerts > 0 ? findingsInWords(row.alerts) : stageInWords(row),
    ),
    { ...provider, optional },
    ...more,
  ],
})

export const completeList = defineList({
  name: 'payments-complete',
  noun: ['payment', 'payments'],
  empty: {
    title: 'Nothing was paid yet',
    text: 'As soon as a provider or the bank says that a payment has arrived, it stands here with its UTR and receipt.',
  },
  query: completeQuery,
  id: attemptId,
  columns: [
    number,
    state,
    column.text('utr', 'UTR', (row) => row.utr),
    member,
    column.money('net', 'Paid out', (row) => row.netPaise ?? row.grossPaise, { sort: bySize }),
    tax,
    { ...destination, optional },
    provider,
    column.moment('processedAt', 'Paid', (row) => row.processedAt, {
      sort: { descending: 'newest', ascending: 'oldest' },
    }),
    column.moment('reversedAt', 'Came back', (row) => row.reversedAt),
    column.money('gross', 'Before tax', (row) => row.grossPaise, { optional }),
    ...more,
  ],
})

export const failedList = defineList({
  name: 'payments-failed',
  noun: ['payment', 'payments'],
  empty: {
    title: 'No payment has failed',
    text: 'A payment that fails, comes back or is declined stands here with its reason until it is paid again or given up.',
  },
  query: failedQuery,
  id: attemptId,
  columns: [
    number,
    state,
    column.text(
      'class',
      'What to do',
      ({ failure }) => failure && FAILURE_CLASS_NAMES[failure.class],
    ),
    column.text('why', 'Why', (row) => row.failure?.words ?? stageInWords(row)),
    member,
    amount,
    column.number('attempt', 'Tries', (row) => row.attempt),
    age,
    column.text('again', 'Can it go again?', againInFull),
    { ...destination, optional },
    column.moment('since', 'Since', (row) => row.since, { optional }),
    { ...provider, optional },
    ...more,
  ],
})
