import {
  REVIEW_NAMES,
  SCAN_RESULT_NAMES,
  type REVIEWS,
  type ScanResult,
} from '../../../../contract/programme/scans.ts'
import { labelled, Tag } from '../../../ui/tag.tsx'
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
} from '@tabler/icons-react'
import type { ReactElement } from 'react'

export type Review = (typeof REVIEWS)[number]

export const RESULT_STYLES = labelled(SCAN_RESULT_NAMES, {
  credited: { tone: 'green', Picture: IconCheck },
  already_yours: { tone: 'gray', Picture: IconCopyCheck },
  already_scanned: { tone: 'yellow', Picture: IconUsers },
  not_active: { tone: 'yellow', Picture: IconHourglassEmpty },
  blocked: { tone: 'red', Picture: IconBan },
  expired: { tone: 'gray', Picture: IconClock },
  unknown: { tone: 'red', Picture: IconQuestionMark },
  not_eligible: { tone: 'red', Picture: IconUserOff },
  limit_reached: { tone: 'yellow', Picture: IconHandStop },
})

export const REVIEW_STYLES = labelled(REVIEW_NAMES, {
  waiting: { tone: 'yellow', Picture: IconLock },
  released: { tone: 'green', Picture: IconCircleCheck },
  reversed: { tone: 'red', Picture: IconRotate },
  flagged: { tone: 'yellow', Picture: IconFlag },
})

export function ResultTag({ result }: { result: ScanResult }): ReactElement {
  return <Tag {...RESULT_STYLES[result]} />
}

export function ReviewTag({ review }: { review: Review }): ReactElement {
  return <Tag {...REVIEW_STYLES[review]} />
}
