import { STATUS_NAMES } from '../people/masters.ts'
import { groupQuery, type GroupRow } from '../programme/product-groups.ts'
import { columnsOf, defineList } from './define.ts'

const column = columnsOf<GroupRow>()

export const groupList = defineList({
  name: 'product-groups',
  noun: ['group', 'groups'],
  empty: {
    title: 'No product groups yet',
    text: 'Add the first group with New group. Every product belongs to one, so groups come before products.',
  },
  query: groupQuery,
  id: ({ groupId }: GroupRow) => String(groupId),
  columns: [
    column.text('name', 'Name', (row) => row.name, {
      sort: { descending: 'name', ascending: 'name' },
    }),
    column.number('products', 'Products', (row) => row.products),
    column.number('rules', 'Charge rules', (row) => row.rules),
    column.text('status', 'Status', (row) => STATUS_NAMES[row.status]),
    column.dayOf('addedAt', 'Added', (row) => row.addedAt, {
      optional: true,
      sort: { descending: 'newest', ascending: 'oldest' },
    }),
  ],
})
