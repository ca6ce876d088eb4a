import {
  IconCalendarEvent,
  IconCircleCheck,
  IconClockPause,
  IconFlagCheck,
  IconArrowBackUp,
  IconPlayerPlay,
  type Icon,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { Charge, ChargeRule, ChargeTerms, RetailerTier } from '../../../contract/charges.ts'
import { formatDay, formatDays, formatWord } from '../../lib/format.ts'
import { Tag, type Tone } from '../../ui/tag.tsx'

type Look = { label: string; tone: Tone; Picture: Icon }

export const RULE_LOOKS: Record<ChargeRule['status'], Look> = {
  coming: { label: 'Coming', tone: 'blue', Picture: IconCalendarEvent },
  running: { label: 'Running', tone: 'green', Picture: IconPlayerPlay },
  ended: { label: 'Ended', tone: 'gray', Picture: IconFlagCheck },
}

export const CHARGE_LOOKS: Record<Charge['state'], Look> = {
  held: { label: 'Held', tone: 'yellow', Picture: IconClockPause },
  due: { label: 'Due', tone: 'green', Picture: IconCircleCheck },
  reversed: { label: 'Taken back', tone: 'gray', Picture: IconArrowBackUp },
}

export function RuleTag({ status }: Pick<ChargeRule, 'status'>): ReactElement {
  const { label, ...look } = RULE_LOOKS[status]
  return <Tag {...look}>{label}</Tag>
}

export function ChargeTag({ state }: Pick<Charge, 'state'>): ReactElement {
  const { label, ...look } = CHARGE_LOOKS[state]
  return <Tag {...look}>{label}</Tag>
}

export const tierName = (tier: RetailerTier): string => formatWord(tier)

export function groupsInWords({ productGroups }: Pick<ChargeTerms, 'productGroups'>): string {
  return productGroups.length > 0 ? productGroups.join(', ') : 'Every product'
}

export function tiersInWords({ tiers }: Pick<ChargeTerms, 'tiers'>): string {
  return tiers.length > 0 ? tiers.map(tierName).join(', ') : 'Every tier'
}

export function daysInWords({ fromDay, toDay }: Pick<ChargeTerms, 'fromDay' | 'toDay'>): string {
  return toDay === null ? `From ${formatDay(fromDay)}` : formatDays(fromDay, toDay)
}
