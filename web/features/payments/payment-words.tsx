import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowUpRight,
  IconBan,
  IconCircleCheck,
  IconCircleX,
  IconClockPause,
  IconHelpCircle,
  IconHourglassEmpty,
  IconPencil,
  IconRefresh,
  IconUserQuestion,
  type Icon,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'
import {
  FAILURE_CLASS_NAMES,
  PAYMENT_STATE_NAMES,
  PROVIDER_NAMES,
  type FailureClass,
} from '../../../contract/payment-states.ts'
import type { PaymentRow } from '../../../contract/payments.ts'
import { Tag, type Tone } from '../../ui/tag.tsx'

type Look = { tone: Tone; Picture: Icon }
export type RowState = PaymentRow['state']

const STATE_LOOKS: Record<RowState, Look> = {
  ready: { tone: 'gray', Picture: IconHourglassEmpty },
  proposed: { tone: 'yellow', Picture: IconUserQuestion },
  declined: { tone: 'gray', Picture: IconBan },
  queued: { tone: 'blue', Picture: IconHourglassEmpty },
  processing: { tone: 'blue', Picture: IconArrowUpRight },
  unknown: { tone: 'yellow', Picture: IconHelpCircle },
  processed: { tone: 'green', Picture: IconCircleCheck },
  failed: { tone: 'red', Picture: IconCircleX },
  reversed: { tone: 'red', Picture: IconArrowBackUp },
}

export const stateName = (state: RowState): string =>
  state === 'ready' ? 'Ready to send' : PAYMENT_STATE_NAMES[state]

/** Where a payment stands, in a word with its sign. */
export function PaymentTag({ state }: { state: RowState }): ReactElement {
  return <Tag {...STATE_LOOKS[state]}>{stateName(state)}</Tag>
}

const CLASS_LOOKS: Record<FailureClass, Look> = {
  fix: { tone: 'yellow', Picture: IconPencil },
  again: { tone: 'blue', Picture: IconRefresh },
  wait: { tone: 'gray', Picture: IconClockPause },
}

/** What a person can do about a failure. */
export function ClassTag({ name }: { name: FailureClass }): ReactElement {
  return <Tag {...CLASS_LOOKS[name]}>{FAILURE_CLASS_NAMES[name]}</Tag>
}

/** Marks a payment with findings that wait for a person. */
export function FindingTag({ alerts }: Pick<PaymentRow, 'alerts'>): ReactElement | null {
  if (alerts === 0) return null
  return (
    <Tag tone="red" Picture={IconAlertTriangle}>
      {alerts === 1 ? '1 finding' : `${alerts} findings`}
    </Tag>
  )
}

export const KIND_NAMES: Record<PaymentRow['kind'], string> = { bank: 'Bank account', upi: 'UPI' }

/** What RazorpayX means by its states. Source: its documentation of payouts. */
const PROVIDER_STATES: Record<string, string> = {
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
  return PROVIDER_STATES[providerState] ?? `RazorpayX says “${providerState}”`
}

const STAGES: Record<RowState, (row: Way) => string> = {
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

export const providerName = (provider: PaymentRow['provider']): string | null =>
  provider && PROVIDER_NAMES[provider]
