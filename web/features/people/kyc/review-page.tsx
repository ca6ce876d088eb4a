import { Alert, Button, Group, Title } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, type ReactElement } from 'react'
import { can } from '../../../../contract/permissions.ts'
import { ApiError, sentenceOf } from '../../../lib/api-error.ts'
import { useRole } from '../../../lib/session.ts'
import { kycOptions, preloadKyc } from './kyc-queries.ts'
import { ReviewSkeleton } from './review-skeleton.tsx'
import { ReviewDesk } from './review-desk.tsx'
import classes from './review.module.css'
import { useHold } from './use-hold.ts'
import { useWorklist, type Neighbour } from './use-worklist.ts'

const POLL_MS = 15_000
/** The next one is fetched when the first pictures of this one are through. */
const PRELOAD_MS = 700

/** Has the next submission at hand before it is asked for. Its lock is not taken yet. */
function usePreloaded(memberId: number | undefined, active: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (memberId === undefined || !active) return
    const timer = setTimeout(() => {
      // What does not come now comes when it is opened, and is told then.
      preloadKyc(client, memberId).catch(() => undefined)
    }, PRELOAD_MS)
    return () => clearTimeout(timer)
  }, [client, memberId, active])
}

/** The review of one submission, under its own address. */
export function ReviewPage({
  memberId,
  onShow,
  onClose,
}: {
  memberId: number
  onShow: (neighbour: Neighbour) => void
  onClose: () => void
}): ReactElement {
  const mayDecide = can(useRole(), 'kyc.decide')
  const worklist = useWorklist(memberId)
  const { hold, take, forget } = useHold(memberId, mayDecide)
  // Opening answers with all of it; it is read by itself only where it cannot be opened.
  const detail = useQuery({
    ...kycOptions(memberId),
    enabled: hold.kind === 'reading' || hold.kind === 'refused',
    refetchInterval: hold.kind === 'refused' ? POLL_MS : false,
  })
  usePreloaded(worklist.next?.memberId, hold.kind === 'mine')
  const move = (direction: 'next' | 'previous'): void => {
    const to = worklist[direction]
    if (to) onShow(to)
  }
  const decided = (): void => {
    forget()
    if (worklist.next) onShow(worklist.next)
    else onClose()
  }
  if (detail.data) {
    return (
      <ReviewDesk
        detail={detail.data}
        hold={hold}
        worklist={worklist}
        take={take}
        onMove={move}
        onDecided={decided}
        onClose={onClose}
      />
    )
  }
  if (detail.isError) {
    return (
      <Failed
        error={hold.kind === 'refused' ? hold.error : detail.error}
        onRetry={() => void (mayDecide ? take() : detail.refetch())}
        onClose={onClose}
      />
    )
  }
  return <ReviewSkeleton />
}

function Failed({
  error,
  onRetry,
  onClose,
}: {
  error: unknown
  onRetry: () => void
  onClose: () => void
}): ReactElement {
  const gone = error instanceof ApiError && error.status === 404
  return (
    <div className={classes.failed}>
      <Title order={1}>KYC Verification</Title>
      <Alert
        color={gone ? 'gray' : 'red'}
        role="alert"
        icon={<IconAlertTriangle size={18} />}
        title="The submission could not be shown"
      >
        {sentenceOf(error)}
        {error instanceof ApiError && error.requestId && (
          <p className={classes.request}>{`Request ${error.requestId}`}</p>
        )}
        <Group gap="xs" mt="xs">
          {!gone && (
            <Button size="xs" onClick={onRetry}>
              Try again
            </Button>
          )}
          <Button size="xs" variant="default" onClick={onClose}>
            Back to the queue
          </Button>
        </Group>
      </Alert>
    </div>
  )
}
