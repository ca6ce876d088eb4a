import { parcelQuery, whereTo, type ParcelRow } from '../money/parcels.ts'
import { PARCEL_STATE_NAMES } from '../money/payment-states.ts'
import { severalOf } from '../money/redemption-states.ts'
import { columnsOf, defineList } from './define.ts'

const column = columnsOf<ParcelRow>()
const byAge = { descending: 'oldest', ascending: 'newest' }

/** The page shows some of the columns, by the status of its side. */
export const parcelList = defineList({
  name: 'parcels',
  noun: ['parcel', 'parcels'],
  empty: {
    title: 'No gift was approved yet',
    text: 'When a redemption for a gift is approved, its parcel stands here.',
  },
  query: parcelQuery,
  id: ({ number }: ParcelRow) => number,
  columns: [
    column.text('number', 'Number', (row) => row.number),
    column.text('state', 'Status', (row) => PARCEL_STATE_NAMES[row.state]),
    column.text('gift', 'Gift', (row) => severalOf(row.quantity, row.giftName)),
    column.text('member', 'Member', (row) => row.memberName),
    column.mobile('mobile', 'Mobile', (row) => row.mobile),
    column.text('place', 'Goes to', whereTo),
    column.moment('age', 'Waits for', (row) => row.since, {
      sort: byAge,
      fileHeader: 'Waits for, since',
    }),
    column.number('tries', 'Sent out', (row) => row.tries),
    column.text('courier', 'Courier', (row) => row.courier),
    column.text('tracking', 'Tracking number', (row) => row.trackingNumber),
    column.moment('dispatchedAt', 'Dispatched', (row) => row.dispatchedAt),
    column.moment('deliveredAt', 'Delivered', (row) => row.deliveredAt),
    column.moment('returnedAt', 'Came back', (row) => row.returnedAt),
    column.text('why', 'Why', (row) => row.returnReason),
    column.moment('since', 'Approved', (row) => row.since, { sort: byAge }),
  ],
})
