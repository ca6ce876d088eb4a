import {
  IconBan,
  IconCircleCheck,
  IconCircleDashed,
  IconGift,
  IconHelpCircle,
} from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import type {
  MeltagCoupon,
  MeltagFinding,
  MeltagStatus,
  MeltagTag,
} from '../../../../contract/programme/meltag.ts'
import { formatNumber } from '../../../lib/format.ts'
import { CopyText } from '../../../ui/copy-text.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { Tag, type StatusStyle } from '../../../ui/tag.tsx'
import { BatchLink } from '../batches/batch-link.tsx'
import { CouponStatusTags } from '../finder/coupon-status.tsx'

export type Line = {
  name: string
  /** Null where this side says nothing. */
  value: ReactNode
  /** In the place of a null. */
  none?: string
  /** Which finding is about this line. */
  about?: MeltagFinding['field']
}

const moment = (at: string | null): ReactNode => (at === null ? null : <Moment at={at} />)

/** What we know of a coupon, line by line as the vendor's side has it; `linked` to its whole story. */
export function ourLines(ours: MeltagCoupon, linked: boolean): Line[] {
  const { batchId, letters, serial } = ours
  const q = `${batchId}/${serial}`
  const story = (
    <PageLink to="/dashboard/coupon-finder" search={{ q }}>
      {q} in Almond DB
    </PageLink>
  )
  return [
    { name: 'Coupon', value: linked ? story : q },
    { name: 'Status', value: <CouponStatusTags {...ours} />, about: 'status' },
    {
      name: 'Batch',
      value: linked ? <BatchLink batchId={batchId} letters={letters} /> : `${batchId} (${letters})`,
      about: 'batch',
    },
    { name: 'Serial', value: formatNumber(serial), about: 'serial' },
    { name: 'Product', value: `${ours.productName} (${ours.productCode})`, about: 'product' },
    { name: 'Plant', value: `${ours.plantName} (${ours.plantCode})`, about: 'plant' },
    { name: 'Activated', value: moment(ours.activatedAt), none: 'not yet', about: 'activated' },
    { name: 'Scanned', value: moment(ours.scannedAt), none: 'not yet', about: 'used' },
  ]
}

/** What the vendor says, in the same order; and when it was told last. */
export function vendorLines(theirs: MeltagTag): Line[] {
  const { tag, batchNumber, serial } = theirs
  return [
    { name: 'Tag', value: <CopyText text={tag} />, about: 'duplicate' },
    { name: 'Status', value: <VendorStatus {...theirs} />, about: 'status' },
    { name: 'Batch', value: batchNumber === null ? null : String(batchNumber), about: 'batch' },
    { name: 'Serial', value: serial === null ? null : formatNumber(serial), about: 'serial' },
    { name: 'Product', value: theirs.productCode, about: 'product' },
    { name: 'Plant', value: theirs.plantCode, about: 'plant' },
    { name: 'Activated', value: moment(theirs.activatedAt), about: 'activated' },
    { name: 'Consumed', value: moment(theirs.consumedAt), about: 'used' },
    { name: 'Last change', value: moment(theirs.updatedAt) },
  ]
}

const STYLES: Record<MeltagStatus, StatusStyle> = {
  issued: { label: 'Issued', tone: 'gray', Picture: IconCircleDashed },
  activated: { label: 'Activated', tone: 'green', Picture: IconCircleCheck },
  consumed: { label: 'Consumed', tone: 'blue', Picture: IconGift },
  void: { label: 'Void', tone: 'red', Picture: IconBan },
}

function VendorStatus({ known, status }: Pick<MeltagTag, 'known' | 'status'>): ReactElement {
  const style = known && STYLES[known]
  return <Tag {...(style ?? { label: status, tone: 'gray', Picture: IconHelpCircle })} />
}
