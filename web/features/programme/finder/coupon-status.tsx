import {
  IconBan,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleMinus,
  IconClockX,
  IconGift,
  type Icon,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { CouponStatus } from '../../../../contract/programme/coupons.ts'
import { Tag, type Tone } from '../../../ui/tag.tsx'

type Look = { label: string; tone: Tone; Picture: Icon }

const LOOKS: Record<CouponStatus, Look> = {
  printed: { label: 'Not activated', tone: 'gray', Picture: IconCircleDashed },
  active: { label: 'Active', tone: 'green', Picture: IconCircleCheck },
  deactivated: { label: 'Deactivated', tone: 'yellow', Picture: IconCircleMinus },
  scanned: { label: 'Scanned', tone: 'blue', Picture: IconGift },
  blocked: { label: 'Blocked', tone: 'red', Picture: IconBan },
}
const EXPIRED: Look = { label: 'Expired', tone: 'yellow', Picture: IconClockX }
const BATCH_BLOCKED: Look = { label: 'Batch blocked', tone: 'red', Picture: IconBan }

/** Where a coupon stands, and beside it what keeps it from being scanned all the same. */
export function CouponStatusTags({
  status,
  expired,
  batchStatus,
}: {
  status: CouponStatus
  expired: boolean
  batchStatus: string
}): ReactElement {
  const looks = [LOOKS[status]]
  if (expired) looks.push(EXPIRED)
  if (batchStatus === 'blocked') looks.push(BATCH_BLOCKED)
  return (
    <>
      {looks.map(({ label, ...look }) => (
        <Tag key={label} {...look}>
          {label}
        </Tag>
      ))}
    </>
  )
}
