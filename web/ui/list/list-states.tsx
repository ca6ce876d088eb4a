import { Button, Text } from '@mantine/core'
import { IconAlertTriangle, IconFilterOff, IconInbox, type Icon } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import { ApiError, sentenceOf } from '../../lib/api-error.ts'
import classes from './list-page.module.css'

function State({
  Picture,
  title,
  children,
  alert,
}: {
  Picture: Icon
  title: string
  children: ReactNode
  alert?: boolean
}): ReactElement {
  return (
    <div className={classes.state} role={alert ? 'alert' : undefined}>
      <span className={classes.picture} aria-hidden>
        <Picture size={22} stroke={1.6} />
      </span>
      <h2>{title}</h2>
      {children}
    </div>
  )
}

/** Nothing is there yet: what will stand here, and how it begins. */
export function EmptyState({ title, text }: { title: string; text: string }): ReactElement {
  return (
    <State Picture={IconInbox} title={title}>
      <Text c="dimmed">{text}</Text>
    </State>
  )
}

/** There may be rows, but the filters let none through. */
export function NothingFound({
  many,
  onClear,
}: {
  many: string
  onClear: () => void
}): ReactElement {
  return (
    <State Picture={IconFilterOff} title={`No ${many} match`}>
      <Text c="dimmed">The search and the filters together leave nothing to show.</Text>
      <Button variant="default" onClick={onClear}>
        Clear search and filters
      </Button>
    </State>
  )
}

/** The rows did not come: what happened, what is not lost, and the way to try again. */
export function FailedState({
  many,
  failure,
  onRetry,
  onClear,
}: {
  many: string
  failure: unknown
  onRetry: () => void
  onClear: () => void
}): ReactElement {
  const refused = failure instanceof ApiError && failure.status === 400
  return (
    <State
      Picture={IconAlertTriangle}
      title={refused ? 'The search or a filter cannot be used' : `The ${many} could not be shown`}
      alert
    >
      <Text>{sentenceOf(failure)}</Text>
      {!refused && <Text c="dimmed">Nothing is lost; your filters are kept.</Text>}
      {refused ? (
        <Button variant="default" onClick={onClear}>
          Clear search and filters
        </Button>
      ) : (
        <Button onClick={onRetry}>Try again</Button>
      )}
      {failure instanceof ApiError && failure.requestId && (
        <Text size="xs" c="dimmed">{`Request ${failure.requestId}`}</Text>
      )}
    </State>
  )
}
