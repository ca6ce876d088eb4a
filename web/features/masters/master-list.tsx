import { MASTER_STANDINGS, type MasterStanding } from '../../../contract/masters.ts'
import { formatDayOf } from '../../lib/format.ts'
import type { Column, Filter } from '../../ui/list/types.ts'
import { STANDING_LOOKS, StandingTag } from '../distributors/distributor-words.tsx'

export const STANDING_FILTER: Filter = {
  kind: 'choices',
  name: 'standing',
  label: 'Standing',
  primary: true,
  choices: MASTER_STANDINGS.map((value) => ({ value, label: STANDING_LOOKS[value].label })),
}

export const NAME_ORDERS = [
  { value: 'name', label: 'By name' },
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
]
export const CODE_ORDERS = [...NAME_ORDERS, { value: 'code', label: 'By code' }]

export const standingColumn: Column<{ standing: MasterStanding }> = {
  key: 'standing',
  header: 'Standing',
  width: 116,
  card: 'corner',
  render: ({ standing }) => <StandingTag standing={standing} />,
}

export const addedColumn: Column<{ addedAt: string | null }> = {
  key: 'addedAt',
  header: 'Added',
  width: 106,
  optional: true,
  sort: { descending: 'newest', ascending: 'oldest' },
  render: ({ addedAt }) => addedAt && formatDayOf(addedAt),
}
