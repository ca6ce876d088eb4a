import {
  IconBan,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleMinus,
  IconClockX,
  IconGift,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { CouponStatus } from '../../../../contract/programme/coupons.ts'
import { Tag, type StatusStyle } from '../../../ui/tag.tsx'

const STYLES: Record<CouponStatus, StatusStyle> = {
  printed: { label: 'Not activated', tone: 'gray', Picture: IconCircleDashed },
  active: { label: 'Active', tone: 'green', Picture: IconCircleCheck },
  deactivated: { label: 'Deactivated', tone: 'yellow', Picture: IconCircleMinus },
  scanned: { label: 'Scanned', tone: 'blue', Picture: IconGift },
  blocked: { label: 'Blocked', tone: 'red', Picture: IconBan },
}
const EXPIRED: StatusStyle = { label: 'Expired', tone: 'yellow', Picture: IconClockX }
const BATCH_BLOCKED: StatusStyle = { label: 'Batch blocked', tone: 'red', Picture: IconBan }

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
  const styles = [STYLES[status]]
  if (expired) styles.push(EXPIRED)
  if (batchStatus === 'blocked') styles.push(BATCH_BLOCKED)
  return (
    <>
      {styles.map((style) => (
        <Tag key={style.label} {...style} />
      ))}
    </>
  )
}
