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
  PROVIDER_NAMES,
  type FailureClass,
  rowStateName,
} from '../../../../contract/money/payment-states.ts'
import { findingsInWords } from '../../../../contract/money/payment-words.ts'
import type { PaymentRow } from '../../../../contract/money/payments.ts'
import { Tag, type Tone } from '../../../ui/tag.tsx'

type Style = { tone: Tone; Picture: Icon }
export type RowState = PaymentRow['state']

const STATE_STYLES: Record<RowState, Style> = {
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

/** Where a payment stands, in a word with its sign. */
export function PaymentTag({ state }: { state: RowState }): ReactElement {
  return <Tag {...STATE_STYLES[state]}>{rowStateName(state)}</Tag>
}

const CLASS_STYLES: Record<FailureClass, Style> = {
  fix: { tone: 'yellow', Picture: IconPencil },
  again: { tone: 'blue', Picture: IconRefresh },
  wait: { tone: 'gray', Picture: IconClockPause },
}

/** What a person can do about a failure. */
export function ClassTag({ name }: { name: FailureClass }): ReactElement {
  return <Tag {...CLASS_STYLES[name]}>{FAILURE_CLASS_NAMES[name]}</Tag>
}

/** Marks a payment with findings that wait for a person. */
export function FindingTag({ alerts }: Pick<PaymentRow, 'alerts'>): ReactElement | null {
  if (alerts === 0) return null
  return (
    <Tag tone="red" Picture={IconAlertTriangle}>
      {findingsInWords(alerts)}
    </Tag>
  )
}

export const providerName = (provider: PaymentRow['provider']): string | null =>
  provider && PROVIDER_NAMES[provider]
