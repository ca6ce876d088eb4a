import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { can } from '../../../../contract/permissions.ts'
import { useRole } from '../../../lib/session.ts'
import { preloadList } from '../../../ui/list/list-options.ts'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { useOpenRow } from '../../../ui/list/use-open-row.ts'
import { catalogueOptions } from '../../people/catalogue/catalogue.ts'
import { masterFilter } from '../../people/catalogue/master-choices.ts'
import { BatchDrawer } from './batch-drawer.tsx'
import { BATCH_COLUMNS, batchSource } from './batches-list.tsx'
import { RequestDialog } from './request-dialog.tsx'
import { WaitingTakings } from './waiting-takings.tsx'

export function preloadBatches(queries: QueryClient, search: Record<string, unknown>): void {
  preloadList(queries, batchSource, search)
}

/** QR Token Histories: the batches of coupons, from the request to the last scan. */
export function BatchesPage(): ReactElement {
  const role = useRole()
  const open = useOpenRow()
  const [asking, setAsking] = useState(false)
  const { data } = useQuery(catalogueOptions())
  const lookups = {
    plant: masterFilter(data?.plants, ({ plantId }) => plantId),
    product: masterFilter(data?.products, ({ productId }) => productId),
  }
  const mayRequest = can(role, 'batch.request')
  return (
    <ListPage
      source={batchSource}
      title="QR Token Histories"
      about="Batches of coupons: requested, approved, generated, printed, and where their coupons stand."
      columns={BATCH_COLUMNS}
      lookups={lookups}
      action={
        mayRequest && (
          <Button
            leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
            onClick={() => setAsking(true)}
          >
            Request a batch
          </Button>
        )
      }
      notice={<WaitingTakings />}
      onOpen={open.show}
    >
      {mayRequest && (
        <RequestDialog
          opened={asking}
          onClose={() => setAsking(false)}
          onRequested={({ batchId }) => {
            setAsking(false)
            open.show(String(batchId))
          }}
        />
      )}
      <BatchDrawer id={open.id} onClose={open.close} />
    </ListPage>
  )
}
