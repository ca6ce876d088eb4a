import { columnsFor, listSource } from '../../../ui/list/define.tsx'
import { productList } from '../../../../contract/lists/products.ts'
import { listProducts, productListQuery } from '../../../../contract/programme/products.ts'
import { call } from '../../../lib/api.ts'
import { formatNumber } from '../../../lib/format.ts'
import { PageLink } from '../../../ui/page-link.tsx'
import { statusCell } from '../../people/masters/master-list.tsx'

export const productSource = listSource(productList, {
  schema: productListQuery,
  fetchPage: (query, signal) => call(listProducts, { query, signal }),
})

export const PRODUCT_COLUMNS = columnsFor(productList, {
  code: 92,
  name: { width: 190, card: 'wide' },
  group: 112,
  points: 70,
  next: 122,
  waiting: { width: 76, render: ({ waiting }) => (waiting > 0 ? formatNumber(waiting) : null) },
  gtin: 124,
  pack: 74,
  mrp: 92,
  nameHi: { width: 190, render: ({ nameHi }) => <span lang="hi">{nameHi}</span> },
  brand: 120,
  batches: {
    width: 84,
    render: ({ productId, batches }) => (
      <PageLink to="/dashboard/QrTokenHistories" search={{ product: [productId] }}>
        {formatNumber(batches)}
      </PageLink>
    ),
  },
  status: statusCell,
  addedAt: 106,
})
