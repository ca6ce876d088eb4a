import { shownGtin } from '../../../contract/gtin.ts'
import { nextPoints, packWords } from '../../../contract/list-columns-programme.ts'
import { formatPaise } from '../../../contract/money.ts'
import {
  listProducts,
  productListQuery,
  type ProductListQuery,
  type ProductRow,
} from '../../../contract/products.ts'
import { call } from '../../lib/api.ts'
import { formatNumber } from '../../lib/format.ts'
import type { Column, Filter, ListSource } from '../../ui/list/types.ts'
import { SeenLink } from '../charges/seen-link.tsx'
import { addedColumn, STANDING_FILTER, standingColumn } from '../masters/master-list.tsx'

export const productSource: ListSource<ProductRow, ProductListQuery> = {
  name: 'products',
  schema: productListQuery,
  fetchPage: (query, signal) => call(listProducts, { query, signal }),
  rowId: ({ productId }) => String(productId),
}

export const PRODUCT_COLUMNS: Column<ProductRow>[] = [
  {
    key: 'code',
    header: 'SKU',
    width: 92,
    sort: { descending: 'code', ascending: 'code' },
    render: ({ code }) => code,
  },
  {
    key: 'name',
    header: 'Name',
    width: 210,
    card: 'wide',
    sort: { descending: 'name', ascending: 'name' },
    render: ({ name }) => name,
  },
  { key: 'group', header: 'Group', width: 120, render: ({ group }) => group },
  {
    key: 'points',
    header: 'Points',
    width: 76,
    align: 'right',
    render: ({ points }) => formatNumber(points),
  },
  { key: 'next', header: 'Planned', width: 140, render: nextPoints },
  {
    key: 'waiting',
    header: 'Waiting',
    width: 84,
    align: 'right',
    render: ({ waiting }) => waiting > 0 && formatNumber(waiting),
  },
  { key: 'gtin', header: 'GTIN', width: 130, render: ({ gtin }) => gtin && shownGtin(gtin) },
  { key: 'pack', header: 'Pack', width: 80, render: packWords },
  {
    key: 'mrp',
    header: 'MRP',
    width: 96,
    align: 'right',
    render: ({ mrpPaise }) => mrpPaise !== null && formatPaise(mrpPaise),
  },
  standingColumn,
  {
    key: 'nameHi',
    header: 'Name in Hindi',
    width: 190,
    optional: true,
    render: ({ nameHi }) => <span lang="hi">{nameHi}</span>,
  },
  { key: 'brand', header: 'Brand', width: 120, optional: true, render: ({ brand }) => brand },
  {
    key: 'batches',
    header: 'Batches',
    width: 84,
    align: 'right',
    optional: true,
    render: ({ productId, batches }) => (
      <SeenLink to="/dashboard/QrTokenHistories" search={{ product: [productId] }}>
        {formatNumber(batches)}
      </SeenLink>
    ),
  },
  addedColumn,
]

type Group = { name: string; active: boolean }
export const productFilters = (groups: readonly Group[] | undefined): Filter[] => [
  {
    kind: 'choices',
    name: 'group',
    label: 'Group',
    primary: true,
    choices: groups?.map(({ name, active }) => ({
      value: name,
      label: active ? name : `${name} (deactivated)`,
    })),
  },
  STANDING_FILTER,
  {
    kind: 'choices',
    name: 'points',
    label: 'Points',
    primary: true,
    one: true,
    choices: [
      { value: 'waiting', label: 'Waiting for approval' },
      { value: 'planned', label: 'Change planned' },
    ],
  },
]
