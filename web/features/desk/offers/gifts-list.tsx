import { formatPaise } from '../../../../contract/money.ts'
import type { GiftItem } from '../../../../contract/desk/offers.ts'
import { formatNumber } from '../../../lib/format.ts'
import type { Column } from '../../../ui/list/types.ts'
import { MediaThumb, type Thumbed } from '../../platform/media/media-thumb.tsx'
import { GiftTag, Stock } from './gift-words.tsx'
import classes from './offers.module.css'

const NO_PHOTO: Thumbed = { kind: 'image', pictures: [], durationMs: null, pages: 1 }
/** Pixels of a photo in a row. */
const THUMB = 52

export const GIFT_COLUMNS: Column<GiftItem>[] = [
  {
    key: 'name',
    header: 'Gift',
    width: 260,
    render: ({ name, code, media }) => (
      <span className={classes.named}>
        <MediaThumb media={media ?? NO_PHOTO} width={THUMB} />
        <span>
          <span>{name}</span>
          <small>{code}</small>
        </span>
      </span>
    ),
  },
  {
    key: 'active',
    header: 'Status',
    width: 116,
    card: 'corner',
    render: ({ active }) => <GiftTag active={active} />,
  },
  {
    key: 'points',
    header: 'Points',
    width: 96,
    align: 'right',
    render: ({ points }) => formatNumber(points),
  },
  {
    key: 'cost',
    header: 'Cost',
    width: 116,
    align: 'right',
    render: ({ valuePaise }) => formatPaise(valuePaise),
  },
  {
    key: 'stock',
    header: 'In stock',
    width: 200,
    align: 'right',
    render: ({ stock, promised }) => <Stock stock={stock} promised={promised} />,
  },
  {
    key: 'promised',
    header: 'Promised',
    width: 92,
    align: 'right',
    render: ({ promised }) => formatNumber(promised),
  },
  {
    key: 'given',
    header: 'Given',
    width: 92,
    align: 'right',
    render: ({ given }) => formatNumber(given),
  },
]
