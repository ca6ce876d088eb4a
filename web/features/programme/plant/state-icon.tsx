import {
  IconBan,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleMinus,
  IconGift,
  type Icon,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { CouponStatus } from '../../../../contract/programme/coupons.ts'

export const STATE_ICONS: Record<CouponStatus, Icon> = {
  printed: IconCircleDashed,
  active: IconCircleCheck,
  deactivated: IconCircleMinus,
  scanned: IconGift,
  blocked: IconBan,
}

/** The sign of a coupon's state; its word always stands beside it. */
export function StateIcon({ status, size }: { status: CouponStatus; size: number }): ReactElement {
  const Picture = STATE_ICONS[status]
  return <Picture size={size} stroke={1.8} aria-hidden />
}
