import {
  DISPUTE_NAMES,
  type DisputeDetail,
  type DisputeOutcome,
  type DisputeState,
} from '../../../../contract/desk/disputes.ts'
import { labelled, Tag } from '../../../ui/tag.tsx'
import { IconArrowsExchange, IconGavel, IconHourglass, IconShieldCheck } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { formatAmount, formatDuration, formatNumber } from '../../../lib/format.ts'

export const DISPUTE_STYLES = labelled(DISPUTE_NAMES, {
  open: { tone: 'yellow', Picture: IconHourglass },
  proposed: { tone: 'blue', Picture: IconGavel },
  moved: { tone: 'green', Picture: IconArrowsExchange },
  kept: { tone: 'gray', Picture: IconShieldCheck },
})

export function DisputeTag({ state }: { state: DisputeState }): ReactElement {
  return <Tag {...DISPUTE_STYLES[state]} />
}

const points = (count: number): string => formatAmount(count, 'point')

/** What an outcome does, in a sentence. */
export function outcomeWords(outcome: DisputeOutcome, dispute: DisputeDetail): string {
  const { first, claimant, effect } = dispute
  if (outcome === 'keep') {
    return `The coupon and its ${points(effect.takes)} stay with ${first.memberName}; ${claimant.memberName} gets none.`
  }
  const bonus =
    effect.bonus > 0 ? ` (${formatNumber(effect.bonus)} of them a bonus, back to its scheme)` : ''
  return `${points(effect.takes)}${bonus} are taken from ${first.memberName}, and ${claimant.memberName} gets the coupon’s ${points(effect.gives)}. No bonus is worked out for the new scan.`
}

/** How long after the first scan the other was made; below zero: before it. */
export function afterWords(minutes: number): string {
  if (minutes === 0) return 'within a minute'
  const length = formatDuration(Math.abs(minutes) * 60)
  return minutes > 0 ? `${length} later` : `${length} before the first`
}

export const distanceWords = (kilometres: number | null): string =>
  kilometres === null
    ? 'distance not known'
    : kilometres < 1
      ? 'less than 1 km apart'
      : `${formatNumber(kilometres)} km apart`
