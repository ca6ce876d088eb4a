import { PROVIDER_NAMES } from './payment-states.ts'
import type { PaymentRow } from './payments.ts'

/** What RazorpayX means by its states. Source: its documentation of payouts. */
const RAZORPAYX_STATES: Readonly<Record<string, string>> = {
  pending: 'Waits for an approval at RazorpayX',
  queued: 'RazorpayX waits for balance',
  scheduled: 'RazorpayX has it for later',
  processing: 'RazorpayX is paying it',
  processed: 'RazorpayX has paid it',
  reversed: 'RazorpayX had it returned',
  cancelled: 'Cancelled at RazorpayX',
  rejected: 'Rejected at RazorpayX',
  failed: 'RazorpayX could not pay it',
}

type Way = Pick<PaymentRow, 'state' | 'provider' | 'providerState' | 'bankFileNumber'>

function withProvider({ provider, providerState, bankFileNumber }: Way): string {
  if (provider === 'bank-file') {
    return bankFileNumber ? `In bank file ${bankFileNumber}` : 'In a bank file'
  }
  if (providerState === null) return 'On its way to RazorpayX'
  return RAZORPAYX_STATES[providerState] ?? `RazorpayX says “${providerState}”`
}

const STAGES: Record<PaymentRow['state'], (row: Way) => string> = {
  ready: () => 'Nobody has sent it yet',
  proposed: () => 'Its destination is new: another person approves',
  declined: () => 'Another person declined it',
  queued: ({ provider }) =>
    provider === 'bank-file' ? 'Waits for the next bank file' : 'Waits for its turn',
  processing: withProvider,
  unknown: ({ provider }) =>
    provider === 'bank-file'
      ? 'The bank has not answered'
      : 'RazorpayX did not answer; it is asked again',
  processed: ({ provider }) => (provider ? `Paid by ${PROVIDER_NAMES[provider]}` : 'Paid'),
  failed: () => 'It did not go through',
  reversed: () => 'The money came back',
}

/** Where the money is at this moment, in words. */
export function stageInWords(row: Way): string {
  return STAGES[row.state](row)
}

export const findingsInWords = (alerts: number): string =>
  alerts === 1 ? '1 finding' : `${alerts} findings`
