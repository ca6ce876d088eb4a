import { Alert, Button, Title } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { ApiError, sentenceOf } from '../../../lib/api-error.ts'
import classes from './finder.module.css'

type FinderFailureProps = {
  failure: Error
  /** Above a search that found nothing, and below it what to do then. */
  none: { title: string; advice: string }
  /** Above a search that could not be made. */
  title: string
  onAgain: () => void
}

/** Nothing was found, or the search itself failed: in words, and what to do. */
export function FinderFailure({ failure, none, title, onAgain }: FinderFailureProps): ReactElement {
  if (failure instanceof ApiError && failure.status === 404)
    return (
      <div className={classes.hint} role="status">
        <Title order={2}>{none.title}</Title>
        <p>{failure.message}</p>
        <p>{none.advice}</p>
      </div>
    )
  const requestId = failure instanceof ApiError ? failure.requestId : null
  return (
    <Alert color="red" icon={<IconAlertCircle size={18} />} title={title}>
      <p className={classes.failure}>{sentenceOf(failure)}</p>
      <Button variant="default" size="xs" onClick={onAgain}>
        Try again
      </Button>
      {requestId && <p className={classes.request}>Request {requestId}</p>}
    </Alert>
  )
}
