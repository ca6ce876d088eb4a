import { parcelList } from '../../../../contract/lists/parcels.ts'
import { columnsFor, listSource } from '../../../ui/list/define.tsx'
import {
  listParcels,
  parcelListQuery,
  whereTo,
  type ParcelRow,
} from '../../../../contract/money/parcels.ts'
import { PARCEL_STATES, type ParcelState } from '../../../../contract/money/payment-states.ts'
import { WAIT_HOURS } from '../../../../contract/waiting.ts'
import { call } from '../../../lib/api.ts'
import { Age } from '../../../ui/age.tsx'
import { CopyText } from '../../../ui/copy-text.tsx'
import type { Column } from '../../../ui/list/types.ts'
import { lacksAddress, NoAddressTag, ParcelTag } from './parcel-words.tsx'

/** From here on a gift should have gone out. */
const LATE_HOURS = WAIT_HOURS.parcel

/** Where nothing else is asked for, it is what has to go out. */
const schema = parcelListQuery.extend({
  status: parcelListQuery.shape.status.default(['to_dispatch']),
})

/** By its number, which the search finds as well: one parcel at a time belongs to a redemption. */
export const parcelSource = listSource(parcelList, {
  schema,
  fetchPage: (query, signal) => call(listParcels, { query, signal }),
})

const ALL_COLUMNS = columnsFor(parcelList, {
  number: 90,
  state: { width: 122, card: 'corner', render: ({ state }) => <ParcelTag state={state} /> },
  gift: 176,
  mobile: 136,
  place: {
    width: 148,
    render: (row) => (lacksAddress(row) ? <NoAddressTag /> : whereTo(row)),
  },
  age: { width: 128, render: ({ since }) => <Age since={since} lateHours={LATE_HOURS} /> },
  tries: { width: 82, render: ({ tries }) => (tries > 0 ? `${tries} ×` : null) },
  courier: 104,
  tracking: {
    width: 164,
    render: ({ trackingNumber }) => trackingNumber && <CopyText text={trackingNumber} />,
  },
  why: 190,
})

const PEOPLE = ['gift', 'member', 'mobile', 'place']

/** The columns of a side in its order: those that always stand, then those that may be chosen. */
const columnsOf = (shown: readonly string[], selected: readonly string[]): Column<ParcelRow>[] =>
  [...shown, ...selected].flatMap((key) =>
    ALL_COLUMNS.filter((column) => column.key === key).map((column) =>
      selected.includes(key) ? { ...column, optional: true } : column,
    ),
  )

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
    columns: columnsOf(['number', ...PEOPLE, 'age', 'tries'], ['state']),
    empty: {
      title: 'Nothing to dispatch',
      text: 'When a redemption for a gift is approved, its parcel stands here until you hand it to a courier.',
    },
  },
  {
    status: ['dispatched'],
    label: 'On the way',
    columns: columnsOf(
      ['number', ...PEOPLE, 'courier', 'tracking', 'dispatchedAt'],
      ['tries', 'state'],
    ),
    empty: {
      title: 'Nothing is on the way',
      text: 'Parcels that were handed to a courier stand here until they are delivered or come back.',
    },
  },
  {
    status: ['delivered'],
    label: 'Delivered',
    columns: columnsOf(['number', ...PEOPLE, 'deliveredAt'], ['courier', 'tracking', 'state']),
    empty: {
      title: 'Nothing was delivered yet',
      text: 'Parcels that reached their members stand here.',
    },
  },
  {
    status: ['returned'],
    label: 'Came back',
    columns: columnsOf(
      ['number', ...PEOPLE, 'returnedAt', 'why'],
      ['courier', 'tracking', 'state'],
    ),
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
  columns: columnsOf(['number', 'state', ...PEOPLE, 'courier', 'tracking'], ['since']),
  empty: parcelList.empty,
}
