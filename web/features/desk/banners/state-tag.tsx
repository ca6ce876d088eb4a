import { BANNER_NAMES, type BannerState } from '../../../../contract/desk/banners.ts'
import { labelled, Tag } from '../../../ui/tag.tsx'
import { IconCalendarTime, IconCircleCheck, IconClockOff, IconEyeOff } from '@tabler/icons-react'
import type { ReactElement } from 'react'

export const BANNER_STYLES = labelled(BANNER_NAMES, {
  live: { tone: 'green', Picture: IconCircleCheck },
  planned: { tone: 'blue', Picture: IconCalendarTime },
  ended: { tone: 'gray', Picture: IconClockOff },
  off: { tone: 'yellow', Picture: IconEyeOff },
})

/** Whether members see a banner or an offer now. */
export function StateTag({ state }: { state: BannerState }): ReactElement {
  return <Tag {...BANNER_STYLES[state]} />
}
