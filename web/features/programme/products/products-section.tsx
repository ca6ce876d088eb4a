import { Title } from '@mantine/core'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { preloadList } from '../../../ui/list/list-options.ts'
import { SwitchLinks } from '../../../ui/switch-links.tsx'
import { catalogueOptions } from '../../people/catalogue/catalogue.ts'
import { MasterSide, type AdderProps } from '../../people/masters/master-side.tsx'
import classes from '../../people/masters/masters.module.css'
import { OnboardingUploads } from '../../people/onboarding/onboarding-uploads.tsx'
import { ProductDialog } from './product-dialog.tsx'
import { ProductDrawer } from './product-drawer.tsx'
import { PRODUCT_COLUMNS, productSource } from './products-list.tsx'

const FILE = 'file'

export function preload(queries: QueryClient, search: Record<string, unknown>): void {
  if (search.by !== FILE) preloadList(queries, productSource, search)
}

const Adder = ({ onSaved, ...dialog }: AdderProps): ReactElement => (
  <ProductDialog {...dialog} onSaved={({ productId }) => onSaved(productId)} />
)

function ByFile({ notice }: { notice: ReactElement }): ReactElement {
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <Title order={1}>Products</Title>
        <p>Many products at once, from a spreadsheet.</p>
      </header>
      {notice}
      <OnboardingUploads kind="products" />
    </div>
  )
}

/** The products of the programme, added by form or by file. */
export function Side({ sides }: { sides: ReactElement }): ReactElement {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const { data } = useQuery(catalogueOptions())
  const byFile = search.by === FILE
  const show = { show: 'products' }
  const links = [
    { label: 'Products', search: show, current: !byFile },
    { label: 'Many by file', search: { ...show, by: FILE }, current: byFile },
  ]
  const notice = (
    <>
      {sides}
      <SwitchLinks label="Products or files" links={links} />
    </>
  )
  if (byFile) return <ByFile notice={notice} />
  return (
    <MasterSide
      source={productSource}
      title="Products"
      about="What coupons are printed for, and what a coupon of each is worth from which day."
      columns={PRODUCT_COLUMNS}
      lookups={{
        group: data?.groups.map(({ name, active }) => ({
          value: name,
          label: active ? name : `${name} (deactivated)`,
        })),
      }}
      notice={notice}
      newLabel="New product"
      adder={Adder}
      drawer={ProductDrawer}
    />
  )
}
