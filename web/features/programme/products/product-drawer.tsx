import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { shownGtin } from '../../../../contract/programme/gtin.ts'
import { nextPoints, packWords } from '../../../../contract/lists/products.ts'
import { formatPaise } from '../../../../contract/money.ts'
import { can } from '../../../../contract/permissions.ts'
import {
  deactivateProduct,
  deleteProduct,
  reactivateProduct,
  type ProductDetail,
} from '../../../../contract/programme/products.ts'
import { call } from '../../../lib/api.ts'
import { formatAmount, formatNumber } from '../../../lib/format.ts'
import { useRole } from '../../../lib/session.ts'
import { CopyText } from '../../../ui/copy-text.tsx'
import { DetailDrawer } from '../../../ui/detail-drawer.tsx'
import { Section, type Fact } from '../../../ui/facts.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { MasterDetail } from '../../people/masters/master-detail.tsx'
import classes from '../../people/masters/masters.module.css'
import { MediaThumb } from '../../platform/media/media-thumb.tsx'
import { PointsChanges } from './points-changes.tsx'
import { PointsDialog } from './points-dialog.tsx'
import { ProductDialog } from './product-dialog.tsx'
import { keepProduct, productOptions, productsChanged } from './product-queries.ts'

function factsOf(product: ProductDetail): Fact[] {
  const { productId, gtin, mrpPaise, batches, nameHi } = product
  return [
    [
      'Name in Hindi',
      nameHi && (
        <span key="hi" lang="hi">
          {nameHi}
        </span>
      ),
    ],
    ['Group', product.group],
    ['Brand', product.brand],
    ['Pack', packWords(product)],
    ['GTIN', gtin && <CopyText key="gtin" text={shownGtin(gtin)} />],
    ['MRP', mrpPaise === null ? null : formatPaise(mrpPaise)],
    ['Points today', formatNumber(product.points)],
    ['Planned', nextPoints(product)],
    [
      'Batches',
      <PageLink key="batches" to="/dashboard/QrTokenHistories" search={{ product: [productId] }}>
        {formatAmount(batches, 'batch', 'batches')}
      </PageLink>,
    ],
  ]
}

function Points({
  product,
  onDialog,
}: {
  product: ProductDetail
  onDialog: (opened: boolean) => void
}): ReactElement {
  const edits = can(useRole(), 'programme.edit')
  const [asking, setAsking] = useState(false)
  const turn = (opened: boolean): void => {
    setAsking(opened)
    onDialog(opened)
  }
  return (
    <Section title="Points by day">
      <PointsChanges product={product} onDialog={onDialog} />
      {edits && (
        <div className={classes.buttons}>
          <Button size="xs" variant="default" onClick={() => turn(true)}>
            Change points
          </Button>
        </div>
      )}
      <PointsDialog
        key={product.changes.length}
        product={product}
        opened={asking}
        onClose={() => turn(false)}
      />
    </Section>
  )
}

function Detail({
  product,
  onDialog,
  onDeleted,
}: {
  product: ProductDetail
  onDialog: (opened: boolean) => void
  onDeleted: () => void
}): ReactElement {
  const client = useQueryClient()
  const params = { productId: product.productId }
  return (
    <MasterDetail
      master={product}
      used={product.used}
      deactivates="No batch is requested of it and no scheme names it any more. Its batches and schemes go on."
      facts={factsOf(product)}
      picture={
        product.media && (
          <div className={classes.picture}>
            <MediaThumb media={product.media} width="fill" alt={product.name} />
          </div>
        )
      }
      onStatus={async (status, reason) => {
        const step = status === 'active' ? reactivateProduct : deactivateProduct
        keepProduct(client, await call(step, { params, body: { reason } }))
      }}
      onDelete={async () => {
        await call(deleteProduct, { params })
        onDeleted()
        productsChanged(client)
      }}
      onDialog={onDialog}
      renderEditor={(props, version) => (
        <ProductDialog key={version} product={product} {...props} />
      )}
    >
      <Points product={product} onDialog={onDialog} />
    </MasterDetail>
  )
}

/** One product: what it is, what its coupons are worth on which day, and what was done. */
export function ProductDrawer({
  id,
  onClose,
}: {
  id: string | undefined
  onClose: () => void
}): ReactElement {
  const [held, setHeld] = useState(false)
  const query = useQuery(productOptions(id))
  const title = query.data ? `${query.data.name} (${query.data.code})` : 'Product'
  return (
    <DetailDrawer id={id} title={title} query={query} held={held} size={560} onClose={onClose}>
      {(product) => (
        <Detail key={product.productId} product={product} onDialog={setHeld} onDeleted={onClose} />
      )}
    </DetailDrawer>
  )
}
