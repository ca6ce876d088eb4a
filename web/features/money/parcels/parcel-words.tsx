import {
  IconArrowBackUp,
  IconBuildingWarehouse,
  IconCircleCheck,
  IconMapPinOff,
  IconPackage,
  IconTruckDelivery,
  type Icon,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { ParcelRow } from '../../../../contract/money/parcels.ts'
import { PARCEL_STATE_NAMES, type ParcelState } from '../../../../contract/money/payment-states.ts'
import { Tag, type Tone } from '../../../ui/tag.tsx'

const STATE_STYLES: Record<ParcelState, { tone: Tone; Picture: Icon }> = {
  to_dispatch: { tone: 'yellow', Picture: IconPackage },
  dispatched: { tone: 'blue', Picture: IconTruckDelivery },
  delivered: { tone: 'green', Picture: IconCircleCheck },
  returned: { tone: 'red', Picture: IconArrowBackUp },
  restocked: { tone: 'gray', Picture: IconBuildingWarehouse },
}

/** Where a parcel is, in a word with its sign. */
export function ParcelTag({ state }: { state: ParcelState }): ReactElement {
  return <Tag {...STATE_STYLES[state]}>{PARCEL_STATE_NAMES[state]}</Tag>
}

/** Whether a parcel is to go out and nobody has said where to. */
export const lacksAddress = ({ address, state }: ParcelRow): boolean =>
  address === null && (state === 'to_dispatch' || state === 'returned')

export function NoAddressTag(): ReactElement {
  return (
    <Tag tone="yellow" Picture={IconMapPinOff}>
      No address yet
    </Tag>
  )
}

/** The gift and how many of it. */
export const giftInWords = ({
  quantity,
  giftName,
}: Pick<ParcelRow, 'quantity' | 'giftName'>): string =>
  quantity > 1 ? `${quantity} × ${giftName}` : giftName
