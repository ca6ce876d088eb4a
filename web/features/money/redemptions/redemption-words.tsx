import {
  VERDICT_NAMES,
  REDEMPTION_KIND_NAMES,
  REDEMPTION_STATE_NAMES,
  type CheckLine,
  type RedemptionState,
  type Verdict,
} from '../../../../contract/money/redemption-states.ts'
import { labelled, Tag, type StatusStyle } from '../../../ui/tag.tsx'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconBan,
  IconBuildingBank,
  IconCash,
  IconCheck,
  IconCircleCheck,
  IconCircleX,
  IconDeviceMobile,
  IconGift,
  IconHourglassEmpty,
  IconX,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'

const STATE_STYLES: Record<RedemptionState, Omit<StatusStyle, 'label'>> = {
  requested: { tone: 'yellow', Picture: IconHourglassEmpty },
  approved: { tone: 'blue', Picture: IconCheck },
  rejected: { tone: 'red', Picture: IconCircleX },
  cancelled: { tone: 'gray', Picture: IconBan },
  payment_pending: { tone: 'blue', Picture: IconCash },
  paid: { tone: 'green', Picture: IconCircleCheck },
  failed: { tone: 'red', Picture: IconAlertTriangle },
  reversed: { tone: 'red', Picture: IconArrowBackUp },
}

export const KIND_STYLES = labelled(REDEMPTION_KIND_NAMES, {
  bank: { Picture: IconBuildingBank },
  upi: { Picture: IconDeviceMobile },
  gift: { Picture: IconGift },
})

const VERDICT_STYLES = labelled(VERDICT_NAMES, {
  green: { tone: 'green', Picture: IconCircleCheck },
  amber: { tone: 'yellow', Picture: IconAlertTriangle },
  red: { tone: 'red', Picture: IconCircleX },
})

export const LINE_STYLES: Record<CheckLine['state'], StatusStyle> = {
  ok: { label: 'Passed', tone: 'green', Picture: IconCheck },
  warn: { label: 'Needs review', tone: 'yellow', Picture: IconAlertTriangle },
  stop: { label: 'Blocked', tone: 'red', Picture: IconX },
}

/** Public to other features: where a redemption stands, in a word with its sign. */
export function RedemptionTag({ state }: { state: RedemptionState }): ReactElement {
  return <Tag {...STATE_STYLES[state]}>{REDEMPTION_STATE_NAMES[state]}</Tag>
}

/** `words`: what to say in place of its name. */
export function VerdictTag({
  verdict,
  words,
}: {
  verdict: Verdict
  words?: string | null
}): ReactElement {
  const { label, ...style } = VERDICT_STYLES[verdict]
  return <Tag {...style}>{words ?? label}</Tag>
}
