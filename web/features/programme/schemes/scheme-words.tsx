import {
  SCHEME_STATUS_NAMES,
  type SchemeKind,
  type SchemeStatus,
} from '../../../../contract/programme/schemes.ts'
import { labelled, Tag } from '../../../ui/tag.tsx'
import { IconCircleCheck, IconFlagFilled, IconPencil, IconPlayerPause } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { formatDays } from '../../../lib/format.ts'

export const SCHEME_STYLES = labelled(SCHEME_STATUS_NAMES, {
  draft: { tone: 'yellow', Picture: IconPencil },
  active: { tone: 'green', Picture: IconCircleCheck },
  paused: { tone: 'blue', Picture: IconPlayerPause },
  ended: { tone: 'gray', Picture: IconFlagFilled },
})

export const KIND_WORDS: Record<SchemeKind, { label: string; about: string }> = {
  multiplier: { label: 'Multiplier', about: 'A percentage of the coupon’s points, on top of them' },
  fixed: { label: 'Fixed bonus', about: 'The same points for each scan' },
  slab: { label: 'Slabs', about: 'More for each scan, the more a member has scanned' },
}

/** Where a scheme stands, in a word with its sign. */
export function SchemeTag({ status }: { status: SchemeStatus }): ReactElement {
  return <Tag {...SCHEME_STYLES[status]} />
}

/** "1 Dec – 31 Dec 2026", with the first year only where it is another. */
export function daysInWords({ fromDay, toDay }: { fromDay: string; toDay: string }): string {
  return formatDays(fromDay, toDay)
}
