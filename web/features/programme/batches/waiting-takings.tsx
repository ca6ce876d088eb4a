import { Alert } from '@mantine/core'
import { IconUserQuestion } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { PageLink } from '../../../ui/page-link.tsx'
import { waitingTakingsOptions } from './taking-queries.ts'

/** The batches whose codes somebody asks for again, for another person to decide. */
export function WaitingTakings(): ReactElement | null {
  const { data } = useQuery(waitingTakingsOptions())
  const items = data?.items ?? []
  if (items.length === 0) return null
  return (
    <Alert color="yellow" icon={<IconUserQuestion size={18} />}>
      {items.length === 1
        ? 'A request to take a print file again waits for a second person: '
        : `${items.length} requests to take print files again wait for a second person: `}
      {items.map(({ againId, batchId }, index) => (
        <span key={againId}>
          {index > 0 && ', '}
          <PageLink to="/dashboard/QrTokenHistories" search={{ open: String(batchId) }}>
            {`batch ${batchId}`}
          </PageLink>
        </span>
      ))}
    </Alert>
  )
}
