import {
  IconBan,
  IconCheck,
  IconCircleCheck,
  IconClock,
  IconCopyCheck,
  IconFlag,
  IconHandStop,
  IconHourglassEmpty,
  IconLock,
  IconQuestionMark,
  IconRotate,
  IconUserOff,
  IconUsers,
  type Icon,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { REVIEWS, ScanResult } from '../../../contract/scans.ts'
import { Tag, type Tone } from '../../ui/tag.tsx'

type Look = { label: string; tone: Tone; Picture: Icon }
export type Review = (typeof REVIEWS)[number]

export const RESULT_LOOKS: Record<ScanResult, Look> = {
  credited: { label: 'Credited', tone: 'green', Picture: IconCheck },
  already_yours: { label: 'Already theirs', tone: 'gray', Picture: IconCopyCheck },
  already_scanned: { label: 'Already scanned', tone: 'yellow', Picture: IconUsers },
  not_active: { label: 'Not active', tone: 'yellow', Picture: IconHourglassEmpty },
  blocked: { label: 'Blocked', tone: 'red', Picture: IconBan },
  expired: { label: 'Expired', tone: 'gray', Picture: IconClock },
  unknown: { label: 'Unknown code', tone: 'red', Picture: IconQuestionMark },
  not_eligible: { label: 'Not eligible', tone: 'red', Picture: IconUserOff },
  limit_reached: { label: 'Limit reached', tone: 'yellow', Picture: IconHandStop },
}

export const REVIEW_LOOKS: Record<Review, Look> = {
  waiting: { label: 'Held', tone: 'yellow', Picture: IconLock },
  released: { label: 'Released', tone: 'green', Picture: IconCircleCheck },
  reversed: { label: 'Reversed', tone: 'red', Picture: IconRotate },
  flagged: { label: 'Flagged later', tone: 'yellow', Picture: IconFlag },
}

export function ResultTag({ result }: { result: ScanResult }): ReactElement {
  const { label, ...look } = RESULT_LOOKS[result]
  return <Tag {...look}>{label}</Tag>
}

export function ReviewTag({ review }: { review: Review }): ReactElement {
  const { label, ...look } = REVIEW_LOOKS[review]
  return <Tag {...look}>{label}</Tag>
}
