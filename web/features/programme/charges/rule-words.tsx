import {
  RETAILER_TIER_NAMES,
  CHARGE_NAMES,
  RULE_NAMES,
  type Charge,
  type ChargeRule,
  type ChargeTerms,
  type RetailerTier,
} from '../../../../contract/programme/charges.ts'
import { labelled, Tag } from '../../../ui/tag.tsx'
import {
  IconCalendarEvent,
  IconCircleCheck,
  IconClockPause,
  IconFlagCheck,
  IconArrowBackUp,
  IconPlayerPlay,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { formatDay, formatDays } from '../../../lib/format.ts'

export const RULE_STYLES = labelled(RULE_NAMES, {
  coming: { tone: 'blue', Picture: IconCalendarEvent },
  running: { tone: 'green', Picture: IconPlayerPlay },
  ended: { tone: 'gray', Picture: IconFlagCheck },
})

export const CHARGE_STYLES = labelled(CHARGE_NAMES, {
  held: { tone: 'yellow', Picture: IconClockPause },
  due: { tone: 'green', Picture: IconCircleCheck },
  reversed: { tone: 'gray', Picture: IconArrowBackUp },
})

export function RuleTag({ status }: Pick<ChargeRule, 'status'>): ReactElement {
  return <Tag {...RULE_STYLES[status]} />
}

export function ChargeTag({ state }: Pick<Charge, 'state'>): ReactElement {
  return <Tag {...CHARGE_STYLES[state]} />
}

export const tierName = (tier: RetailerTier): string => RETAILER_TIER_NAMES[tier]

export function groupsInWords({ productGroups }: Pick<ChargeTerms, 'productGroups'>): string {
  return productGroups.length > 0 ? productGroups.join(', ') : 'Every product'
}

export function tiersInWords({ tiers }: Pick<ChargeTerms, 'tiers'>): string {
  return tiers.length > 0 ? tiers.map(tierName).join(', ') : 'Every tier'
}

export function daysInWords({ fromDay, toDay }: Pick<ChargeTerms, 'fromDay' | 'toDay'>): string {
  return toDay === null ? `From ${formatDay(fromDay)}` : formatDays(fromDay, toDay)
}
