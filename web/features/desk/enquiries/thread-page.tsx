import { Button, Group, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { ApiError } from '../../../lib/api-error.ts'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import type { ListQuery, ListSource } from '../../../ui/list/types.ts'
import { enquiryOptions } from './enquiry-queries.ts'
import { ThreadDesk } from './thread-desk.tsx'
import classes from './thread.module.css'
import { useWorklist, type Neighbour } from './use-worklist.ts'

function LoadingSkeleton(): ReactElement {
  return (
    <div className={classes.page} role="status" aria-label="Loading">
      <div className={classes.skeleton}>
        <span data-size="1" />
        <span />
      </div>
      <div className={classes.panes}>
        <div className={classes.side}>
          {Array.from({ length: 7 }, (_, line) => (
            <span key={line} className={classes.bone} data-size={line % 3} />
          ))}
        </div>
        <div className={classes.main}>
          {['his', 'ours', 'his'].map((side, line) => (
            <span key={`${side} ${line}`} className={classes.boneBubble} data-side={side} />
          ))}
        </div>
      </div>
    </div>
  )
}

function Failed({
  error,
  onRetry,
  onClose,
}: {
  error: Error
  onRetry: () => void
  onClose: () => void
}): ReactElement {
  const gone = error instanceof ApiError && error.status === 404
  return (
    <div className={classes.failed}>
      <Title order={1}>Enquiry</Title>
      <FailureAlert
        error={error}
        title="The enquiry could not be shown"
        kept={gone ? undefined : 'What you wrote to it is kept.'}
      />
      <Group gap="xs">
        {!gone && <Button onClick={onRetry}>Try again</Button>}
        <Button variant="default" onClick={onClose}>
          Back to the list
        </Button>
      </Group>
    </div>
  )
}

/** The thread of one enquiry, under its own address. */
export function ThreadPage<Row extends { enquiryId: string }, Q extends ListQuery>({
  enquiryId,
  source,
  onShow,
  onClose,
}: {
  enquiryId: string
  /** The list that it was opened from. */
  source: ListSource<Row, Q>
  onShow: (neighbour: Neighbour) => void
  onClose: () => void
}): ReactElement {
  const worklist = useWorklist(enquiryId, source)
  const query = useQuery(enquiryOptions(enquiryId))
  if (query.data) {
    return (
      <ThreadDesk
        enquiry={query.data}
        worklist={worklist}
        lost={query.isError ? query.error : null}
        onMove={(direction) => {
          const to = worklist[direction]
          if (to) onShow(to)
        }}
        onClose={onClose}
      />
    )
  }
  if (query.isError) {
    return <Failed error={query.error} onRetry={() => void query.refetch()} onClose={onClose} />
  }
  return <LoadingSkeleton />
}
