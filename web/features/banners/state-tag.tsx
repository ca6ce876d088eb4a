import {
  IconCalendarTime,
  IconCircleCheck,
  IconClockOff,
  IconEyeOff,
  type Icon,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { BannerState } from '../../../contract/banners.ts'
import { Tag, type Tone } from '../../ui/tag.tsx'

type Look = { label: string; tone: Tone; Picture: Icon }

export const BANNER_LOOKS: Record<BannerState, Look> = {
  live: { label: 'Live', tone: 'green', Picture: IconCircleCheck },
  planned: { label: 'Planned', tone: 'blue', Picture: IconCalendarTime },
  ended: { label: 'Ended', tone: 'gray', Picture: IconClockOff },
  off: { label: 'Off', tone: 'yellow', Picture: IconEyeOff },
}

/** Whether members see a banner or an offer now. */
export function StateTag({ state }: { state: BannerState }): ReactElement {
  const { label, ...look } = BANNER_LOOKS[state]
  return <Tag {...look}>{label}</Tag>
}
