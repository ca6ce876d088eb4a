import { shownGtin } from '../programme/gtin.ts'
import { STATUS_NAMES } from '../people/masters.ts'
import { productQuery, type ProductRow } from '../programme/products.ts'
import { formatDay, formatNumber } from '../format.ts'
import { columnsOf, defineList } from './define.ts'

export const packWords = ({ packSize, packUnit }: Pick<ProductRow, 'packSize' | 'packUnit'>) =>
  packSize === null ? null : `${packSize} ${packUnit ?? ''}`

export const nextPoints = ({ next }: Pick<ProductRow, 'next'>): string | null =>
  next && `${formatNumber(next.points)} from ${formatDay(next.fromDay)}`

const column = columnsOf<ProductRow>()

export const productList = defineList({
  name: 'products',
  noun: ['product', 'products'],
  empty: {
    title: 'No products yet',
    text: 'Add the first product with New product, or many by file. Each belongs to a product group, so add a group first.',
  },
  query: productQuery,
  id: ({ productId }: ProductRow) => String(productId),
  columns: [
    column.text('code', 'SKU', (row) => row.code, {
      sort: { descending: 'code', ascending: 'code' },
    }),
    column.text('name', 'Name', (row) => row.name, {
      sort: { descending: 'name', ascending: 'name' },
    }),
    column.text('group', 'Group', (row) => row.group),
    column.number('points', 'Points', (row) => row.points),
    column.text('next', 'Planned', nextPoints),
    column.number('waiting', 'Waiting', (row) => row.waiting),
    column.text('gtin', 'GTIN', ({ gtin }) => gtin && shownGtin(gtin)),
    column.text('pack', 'Pack', packWords),
    column.money('mrp', 'MRP', (row) => row.mrpPaise),
    column.text('status', 'Status', (row) => STATUS_NAMES[row.status]),
    column.text('nameHi', 'Name in Hindi', (row) => row.nameHi, { optional: true }),
    column.text('brand', 'Brand', (row) => row.brand, { optional: true }),
    column.number('batches', 'Batches', (row) => row.batches, { optional: true }),
    column.dayOf('addedAt', 'Added', (row) => row.addedAt, {
      optional: true,
      sort: { descending: 'newest', ascending: 'oldest' },
    }),
  ],
})
