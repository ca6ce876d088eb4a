import { STATES } from '../../../contract/india.ts'
import {
  listParcels,
  parcelListQuery,
  whereTo,
  type ParcelListQuery,
  type ParcelRow,
} from '../../../contract/parcels.ts'
import { PARCEL_STATES, type ParcelState } from '../../../contract/payment-states.ts'
import { WAIT_HOURS } from '../../../contract/waiting.ts'
import { call } from '../../lib/api.ts'
import { formatMobile } from '../../lib/format.ts'
import { Age } from '../../ui/age.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import type { Column, Filter, ListSource } from '../../ui/list/types.ts'
import { LATE_FILTER } from '../../ui/list/waiting-filters.ts'
import { Moment } from '../../ui/moment.tsx'
import { PARCELS } from './parcel-queries.ts'
import { giftInWords, lacksAddress, NoAddressTag, ParcelTag } from './parcel-words.tsx'

/** From here on a gift should have gone out. */
const LATE_HOURS = WAIT_HOURS.parcel

/** Where nothing else is asked for, it is what has to go out. */
const parcelQuery = parcelListQuery.extend({
  status: parcelListQuery.shape.status.default(['to_dispatch']),
})

/** By its number, which the search finds as well: one parcel at a time belongs to a redemption. */
export const parcelSource: ListSource<ParcelRow, ParcelListQuery> = {
  name: PARCELS,
  schema: parcelQuery,
  fetchPage: (query, signal) => call(listParcels, { query, signal }),
  rowId: ({ number }) => number,
}

const NUMBER: Column<ParcelRow> = {
  key: 'number',
  header: 'Number',
  width: 90,
  render: (row) => row.number,
}
const STATUS: Column<ParcelRow> = {
  key: 'state',
  header: 'Status',
  width: 122,
  card: 'corner',
  render: ({ state }) => <ParcelTag state={state} />,
}
const PEOPLE: readonly Column<ParcelRow>[] = [
  { key: 'gift', header: 'Gift', width: 176, render: giftInWords },
  { key: 'member', header: 'Member', width: 132, render: (row) => row.memberName },
  { key: 'mobile', header: 'Mobile', width: 136, render: (row) => formatMobile(row.mobile) },
  {
    key: 'place',
    header: 'Goes to',
    width: 148,
    render: (row) => (lacksAddress(row) ? <NoAddressTag /> : whereTo(row)),
  },
]
const TRIES: Column<ParcelRow> = {
  key: 'tries',
  header: 'Sent out',
  width: 82,
  align: 'right',
  render: ({ tries }) => (tries > 0 ? `${tries} ×` : null),
}
const SINCE: Column<ParcelRow> = {
  key: 'since',
  header: 'Approved',
  width: 150,
  sort: { descending: 'oldest', ascending: 'newest' },
  render: ({ since }) => <Moment at={since} />,
}
const AGE: Column<ParcelRow> = {
  key: 'age',
  header: 'Waits for',
  width: 128,
  sort: { descending: 'oldest', ascending: 'newest' },
  render: ({ since }) => <Age since={since} lateHours={LATE_HOURS} />,
}
const COURIER: Column<ParcelRow> = {
  key: 'courier',
  header: 'Courier',
  width: 104,
  render: ({ courier }) => courier,
}
const TRACKING: Column<ParcelRow> = {
  key: 'tracking',
  header: 'Tracking number',
  width: 164,
  render: ({ trackingNumber }) => trackingNumber && <CopyText text={trackingNumber} />,
}
const DISPATCHED: Column<ParcelRow> = {
  key: 'dispatchedAt',
  header: 'Dispatched',
  width: 148,
  render: ({ dispatchedAt }) => dispatchedAt && <Moment at={dispatchedAt} />,
}
const DELIVERED: Column<ParcelRow> = {
  key: 'deliveredAt',
  header: 'Delivered',
  width: 150,
  render: ({ deliveredAt }) => deliveredAt && <Moment at={deliveredAt} />,
}
const RETURNED: Column<ParcelRow> = {
  key: 'returnedAt',
  header: 'Came back',
  width: 150,
  render: ({ returnedAt }) => returnedAt && <Moment at={returnedAt} />,
}
const WHY: Column<ParcelRow> = {
  key: 'why',
  header: 'Why',
  width: 190,
  render: ({ returnReason }) => returnReason,
}

const optional = (column: Column<ParcelRow>): Column<ParcelRow> => ({ ...column, optional: true })

type Side = {
  status: readonly ParcelState[]
  label: string
  columns: readonly Column<ParcelRow>[]
  empty: { title: string; text: string }
}

/** The sides of the queue, with what matters on each. */
export const SIDES: readonly Side[] = [
  {
    status: ['to_dispatch'],
    label: 'To dispatch',
    columns: [NUMBER, ...PEOPLE, AGE, TRIES, optional(STATUS)],
    empty: {
      title: 'Nothing to dispatch',
      text: 'When a redemption for a gift is approved, its parcel stands here until you hand it to a courier.',
    },
  },
  {
    status: ['dispatched'],
    label: 'On the way',
    columns: [NUMBER, ...PEOPLE, COURIER, TRACKING, DISPATCHED, optional(TRIES), optional(STATUS)],
    empty: {
      title: 'Nothing is on the way',
      text: 'Parcels that were handed to a courier stand here until they are delivered or come back.',
    },
  },
  {
    status: ['delivered'],
    label: 'Delivered',
    columns: [
      NUMBER,
      ...PEOPLE,
      DELIVERED,
      optional(COURIER),
      optional(TRACKING),
      optional(STATUS),
    ],
    empty: {
      title: 'Nothing was delivered yet',
      text: 'Parcels that reached their members stand here.',
    },
  },
  {
    status: ['returned'],
    label: 'Came back',
    columns: [
      NUMBER,
      ...PEOPLE,
      RETURNED,
      WHY,
      optional(COURIER),
      optional(TRACKING),
      optional(STATUS),
    ],
    empty: {
      title: 'Nothing came back',
      text: 'Parcels that came back stand here, to be dispatched again or put back into stock.',
    },
  },
]

/** All sides at once, to look something up. */
export const EVERYTHING: Side = {
  status: PARCEL_STATES,
  label: 'All',
  columns: [NUMBER, STATUS, ...PEOPLE, COURIER, TRACKING, optional(SINCE)],
  empty: {
    title: 'No gift was approved yet',
    text: 'When a redemption for a gift is approved, its parcel stands here.',
  },
}

export const PARCEL_ORDERS = [
  { value: 'oldest', label: 'Oldest first' },
  { value: 'newest', label: 'Newest first' },
]

export const PARCEL_FILTERS: Filter[] = [
  {
    kind: 'choices',
    name: 'state',
    label: 'State',
    primary: true,
    choices: STATES.map(({ id, name }) => ({ value: id, label: name })),
  },
  { kind: 'days', from: 'from', to: 'to', label: 'Approved', primary: true },
  LATE_FILTER,
]
