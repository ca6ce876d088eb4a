import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef, type ReactElement } from 'react'
import { focusRow } from '../../../ui/list/focus-row.ts'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { preloadList } from '../../../ui/list/list-options.ts'
import { useOpenRow } from '../../../ui/list/use-open-row.ts'
import { QUEUE_COLUMNS, queueSource } from './queue-list.tsx'
import { ReviewPage } from './review-page.tsx'

export function preloadVerification(queries: QueryClient, search: Record<string, unknown>): void {
  preloadList(queries, queueSource, search)
}

/** Goes back to the row that was open, when the queue is there again. */
function useReturn(id: string | undefined): void {
  const client = useQueryClient()
  const last = useRef<string>(undefined)
  useEffect(() => {
    const left = last.current
    last.current = id
    if (id !== undefined || left === undefined) return
    // Locks have changed since, and what was decided is gone.
    void client.invalidateQueries({ queryKey: [queueSource.name] })
    focusRow(left)
  }, [id, client])
}

/** KYC Verification: what waits, oldest first, and the review of one of them. */
export function VerificationPage(): ReactElement {
  const open = useOpenRow()
  const memberId = /^\d{1,9}$/.test(open.id ?? '') ? Number(open.id) : null
  useReturn(open.id)
  if (memberId !== null) {
    return (
      <ReviewPage
        key={memberId}
        memberId={memberId}
        onShow={({ memberId, place }) => open.show(String(memberId), place)}
        onClose={open.close}
      />
    )
  }
  return (
    <ListPage
      source={queueSource}
      title="KYC Verification"
      about="Submissions that wait for a decision, oldest first. Enter opens the first."
      columns={QUEUE_COLUMNS}
      onOpen={open.show}
    />
  )
}
