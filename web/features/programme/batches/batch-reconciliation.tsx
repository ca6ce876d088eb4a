import { Button } from '@mantine/core'
import { IconListSearch } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { batchReconciliation } from '../../../../contract/programme/plant.ts'
import { call } from '../../../lib/api.ts'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { ReconciliationPanel } from '../plant/reconciliation/reconciliation-panel.tsx'
import { RECONCILIATION_WORDS } from '../plant/reconciliation/reconciliation-words.ts'
import classes from './batch-drawer.module.css'

const reconciliationOf = (batchId: number) =>
  queryOptions({
    queryKey: ['batches', 'reconciliation', batchId],
    queryFn: ({ signal }) => call(batchReconciliation, { params: { batchId }, signal }),
  })

/** The serials that are not in the trade, and why: looked up when somebody asks for it. */
export function BatchReconciliation({ batchId }: { batchId: number }): ReactElement {
  const [opened, setOpened] = useState(false)
  const { data, error, isFetching, refetch } = useQuery({
    ...reconciliationOf(batchId),
    enabled: opened,
  })
  const ask = (): void => {
    if (opened) void refetch()
    setOpened(true)
  }
  return (
    <>
      {error && <FailureAlert error={error} title="The reconciliation could not be loaded" />}
      {data && <ReconciliationPanel data={data} words={RECONCILIATION_WORDS.en} />}
      {!data && (
        <div className={classes.actions}>
          <Button
            variant="default"
            leftSection={<IconListSearch size={16} stroke={1.8} aria-hidden />}
            loading={isFetching}
            onClick={ask}
          >
            {error ? 'Try again' : 'Show the serials that are missing'}
          </Button>
        </div>
      )}
    </>
  )
}
