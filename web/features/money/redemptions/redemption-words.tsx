import {
  VERDICT_NAMES,
  REDEMPTION_KIND_NAMES,
  REDEMPTION_STATE_NAMES,
  type CheckLine,
  type RedemptionState,
  type Verdict,
} from '../../../../contract/money/redemption-states.ts'
import { labelled, Tag, type Tone } from '../../../ui/tag.tsx'
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
  type Icon,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'

type Look = { label: string; tone: Tone; Picture: Icon }

const STATE_LOOKS: Record<RedemptionState, Omit<Look, 'label'>> = {
  requested: { tone: 'yellow', Picture: IconHourglassEmpty },
  approved: { tone: 'blue', Picture: IconCheck },
  rejected: { tone: 'red', Picture: IconCircleX },
  cancelled: { tone: 'gray', Picture: IconBan },
  payment_pending: { tone: 'blue', Picture: IconCash },
  paid: { tone: 'green', Picture: IconCircleCheck },
  failed: { tone: 'red', Picture: IconAlertTriangle },
  reversed: { tone: 'red', Picture: IconArrowBackUp },
}

export const KIND_LOOKS = labelled(REDEMPTION_KIND_NAMES, {
  bank: { Picture: IconBuildingBank },
  upi: { Picture: IconDeviceMobile },
  gift: { Picture: IconGift },
})

const VERDICT_LOOKS = labelled(VERDICT_NAMES, {
  green: { tone: 'green', Picture: IconCircleCheck },
  amber: { tone: 'yellow', Picture: IconAlertTriangle },
  red: { tone: 'red', Picture: IconCircleX },
})

export const LINE_LOOKS: Record<CheckLine['state'], Look> = {
  ok: { label: 'Right', tone: 'green', Picture: IconCheck },
  warn: { label: 'Look', tone: 'yellow', Picture: IconAlertTriangle },
  stop: { label: 'Stops it', tone: 'red', Picture: IconX },
}

/** Public to other features: where a redemption stands, in a word with its sign. */
export function RedemptionTag({ state }: { state: RedemptionState }): ReactElement {
  return <Tag {...STATE_LOOKS[state]}>{REDEMPTION_STATE_NAMES[state]}</Tag>
}

/** `words`: what to say in place of its name. */
export function VerdictTag({
  verdict,
  words,
}: {
  verdict: Verdict
  words?: string | null
}): ReactElement {
  const { label, ...look } = VERDICT_LOOKS[verdict]
  return <Tag {...look}>{words ?? label}</Tag>
}
