import { whereTo, type ParcelRow } from './parcels.ts'
import { FAILURE_CLASS_NAMES, PARCEL_STATE_NAMES, PROVIDER_NAMES } from './payment-states.ts'
import { findingsInWords, PAYMENT_KIND_NAMES, rowStateName, stageInWords } from './payment-words.ts'
import type { PaymentRow } from './payments.ts'
import { REDEMPTION_STATE_NAMES } from './redemption-states.ts'
import type { RedemptionRow } from './redemptions.ts'
import { columnsOf, type ListColumn, type ListFile } from './list-column.ts'
import * as labels from './list-labels.ts'
import { againInFull, payableInWords } from './verdict-words.ts'

const redemption = columnsOf<RedemptionRow>()
const payment = columnsOf<PaymentRow>()
const parcel = columnsOf<ParcelRow>()

const severalOf = (quantity: number, name: string): string =>
  quantity > 1 ? `${quantity} × ${name}` : name

const wanted = ({ kind, giftName, quantity, destination }: RedemptionRow): string =>
  kind === 'gift'
    ? severalOf(quantity, giftName ?? 'Gift')
    : (destination ?? labels.REDEMPTION_KIND_NAMES[kind])

export const redemptions: ListFile<RedemptionRow> = {
  id: ({ redemptionId }) => redemptionId,
  columns: [
    redemption.text('number', 'Number', (row) => row.number),
    redemption.text('state', 'Status', (row) => REDEMPTION_STATE_NAMES[row.state]),
    redemption.text('verdict', 'Can it be paid?', payableInWords),
    redemption.text('member', 'Member', (row) => row.memberName),
    redemption.number('points', 'Points', (row) => row.points),
    redemption.money('amount', 'Amount', (row) => row.amountPaise),
    redemption.text('wanted', 'As', wanted),
    redemption.moment('requestedAt', 'Requested', (row) => row.requestedAt),
    redemption.text(
      'approvals',
      'Approvals',
      ({ approvals, approvalsNeeded }) => `${approvals.length} of ${approvalsNeeded}`,
    ),
    redemption.text('problems', 'What stands against it', ({ problems }) =>
      problems.map(({ label }) => label).join(', '),
    ),
    redemption.text('mobile', 'Mobile', (row) => row.mobile),
    redemption.text('memberCode', 'Member code', (row) => row.memberCode),
  ],
}

const number = payment.text('number', 'Number', (row) => row.number ?? row.redemptionNumber)
const state = payment.text('state', 'Status', (row) => rowStateName(row.state))
const member = payment.text('member', 'Member', (row) => row.memberName)
const waits = payment.moment('age', 'Waits for, since', (row) => row.since)
const gross = (header: string) => payment.money('gross', header, (row) => row.grossPaise)
const tax = payment.money('tax', 'Tax', (row) => row.taxPaise)
const destination = payment.text(
  'destination',
  'To',
  (row) => row.destination ?? PAYMENT_KIND_NAMES[row.kind],
)
const sentBy = payment.text('provider', 'Sent by', (row) =>
  row.provider === null ? null : PROVIDER_NAMES[row.provider],
)
const more: readonly ListColumn<PaymentRow>[] = [
  payment.text('redemption', 'Redemption', (row) => row.redemptionNumber),
  payment.text('mobile', 'Mobile', (row) => row.mobile),
  payment.text('memberCode', 'Member code', (row) => row.memberCode),
  payment.text('mode', 'Mode', (row) => row.mode),
  payment.text('providerId', 'Provider’s id', (row) => row.providerId),
]

const attemptId = ({ redemptionId, paymentId }: PaymentRow): string =>
  paymentId === null ? redemptionId : `${redemptionId}-${paymentId}`

export const pendingPayments: ListFile<PaymentRow> = {
  id: ({ redemptionId }) => redemptionId,
  columns: [
    number,
    state,
    waits,
    member,
    gross('Amount'),
    tax,
    payment.money('net', 'Pays out', (row) => row.netPaise),
    destination,
    payment.text('stage', 'Where it is', (row) =>
      row.alerts > 0 ? findingsInWords(row.alerts) : stageInWords(row),
    ),
    sentBy,
    ...more,
  ],
}

export const completePayments: ListFile<PaymentRow> = {
  id: attemptId,
  columns: [
    number,
    state,
    payment.text('utr', 'UTR', (row) => row.utr),
    member,
    payment.money('net', 'Paid out', (row) => row.netPaise ?? row.grossPaise),
    tax,
    destination,
    sentBy,
    payment.moment('processedAt', 'Paid', (row) => row.processedAt),
    payment.moment('reversedAt', 'Came back', (row) => row.reversedAt),
    gross('Before tax'),
    ...more,
  ],
}

export const failedPayments: ListFile<PaymentRow> = {
  id: attemptId,
  columns: [
    number,
    state,
    payment.text(
      'class',
      'What to do',
      ({ failure }) => failure && FAILURE_CLASS_NAMES[failure.class],
    ),
    payment.text('why', 'Why', (row) => row.failure?.words ?? stageInWords(row)),
    member,
    gross('Amount'),
    payment.number('attempt', 'Tries', (row) => row.attempt),
    waits,
    payment.text('again', 'Can it go again?', againInFull),
    destination,
    payment.moment('since', 'Since', (row) => row.since),
    sentBy,
    ...more,
  ],
}

export const parcels: ListFile<ParcelRow> = {
  id: ({ number: parcelNumber }) => parcelNumber,
  columns: [
    parcel.text('number', 'Number', (row) => row.number),
    parcel.text('state', 'Status', (row) => PARCEL_STATE_NAMES[row.state]),
    parcel.text('gift', 'Gift', (row) => severalOf(row.quantity, row.giftName)),
    parcel.text('member', 'Member', (row) => row.memberName),
    parcel.text('mobile', 'Mobile', (row) => row.mobile),
    parcel.text('place', 'Goes to', whereTo),
    parcel.moment('age', 'Waits for, since', (row) => row.since),
    parcel.number('tries', 'Sent out', (row) => row.tries),
    parcel.text('courier', 'Courier', (row) => row.courier),
    parcel.text('tracking', 'Tracking number', (row) => row.trackingNumber),
    parcel.moment('dispatchedAt', 'Dispatched', (row) => row.dispatchedAt),
    parcel.moment('deliveredAt', 'Delivered', (row) => row.deliveredAt),
    parcel.moment('returnedAt', 'Came back', (row) => row.returnedAt),
    parcel.text('why', 'Why', (row) => row.returnReason),
    parcel.moment('since', 'Approved', (row) => row.since),
  ],
}
