import { IconAlertTriangle, IconCircleCheck, IconEyeOff, IconPackageOff } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { GiftItem } from '../../../../contract/desk/offers.ts'
import { formatNumber } from '../../../lib/format.ts'
import { Tag } from '../../../ui/tag.tsx'
import classes from './gifts.module.css'

/** Whether members can ask for a gift. */
export function GiftTag({ active }: Pick<GiftItem, 'active'>): ReactElement {
  return active ? (
    <Tag tone="green" Picture={IconCircleCheck}>
      Offered
    </Tag>
  ) : (
    <Tag tone="gray" Picture={IconEyeOff}>
      Not offered
    </Tag>
  )
}

/** How many pieces can still be asked for, and a mark where that is little. */
export function Stock({ stock, promised }: Pick<GiftItem, 'stock' | 'promised'>): ReactElement {
  return (
    <span className={classes.stock}>
      {stock === 0 ? (
        <Tag tone="red" Picture={IconPackageOff}>
          None left
        </Tag>
      ) : (
        stock < promised && (
          <Tag tone="yellow" Picture={IconAlertTriangle}>
            Fewer than promised
          </Tag>
        )
      )}
      {formatNumber(stock)}
    </span>
  )
}
