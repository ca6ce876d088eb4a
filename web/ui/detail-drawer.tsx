import { Alert, Button, Drawer, Text } from '@mantine/core'
import '@mantine/core/styles/Drawer.layer.css'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef, type ReactElement, type ReactNode } from 'react'
import { ApiError, sentenceOf } from '../lib/api-error.ts'
import { focusRowSoon } from './list/focus-row.ts'
import { useSplit, type Split } from './list/split.ts'
import classes from './detail-drawer.module.css'
import { RecordPanel } from './record-panel.tsx'

function LoadingSkeleton(): ReactElement {
  return (
    <div role="status" aria-label="Loading" className={classes.skeleton}>
      {Array.from({ length: 9 }, (_, row) => (
        <span key={row} data-size={row % 3} />
      ))}
    </div>
  )
}

function Failure({ error, onRetry }: { error: Error; onRetry: () => void }): ReactElement {
  const gone = error instanceof ApiError && error.status === 404
  return (
    <Alert color={gone ? 'gray' : 'red'} icon={<IconAlertTriangle size={18} />} role="alert">
      <Text>{sentenceOf(error)}</Text>
      {!gone && (
        <Button size="xs" mt="xs" variant="default" onClick={onRetry}>
          Try again
        </Button>
      )}
      {error instanceof ApiError && error.requestId && (
        <Text size="xs" mt="xs">{`Request ${error.requestId}`}</Text>
      )}
    </Alert>
  )
}

/** Without neighbours in the list. */
const ALONE: Split = { place: null, previous: null, next: null }

/** After the trap of the drawer, which the dialog that closes wakes, has taken the focus. */
const AFTER_TRAP_MS = 60

/**
 * Puts the focus back where it was when a dialog over the record has closed, if that is still there and
 * the record is still open.
 */
function useFocusBack(held: boolean, id: string | undefined): void {
  const openId = useRef(id)
  useEffect(() => {
    openId.current = id
  }, [id])
  useEffect(() => {
    if (!held) return
    const from = document.activeElement
    const heldId = openId.current
    return () => {
      setTimeout(() => {
        if (openId.current !== heldId) return
        if (from instanceof HTMLElement && from.isConnected) from.focus()
      }, AFTER_TRAP_MS)
    }
  }, [held])
}

/**
 * A row's detail: beside its list where there is room, else over it. Escape closes it and the focus
 * goes back to the row. `held` keeps it where it is while a dialog stands over it.
 */
export function DetailDrawer<T>({
  id,
  title,
  query,
  held = false,
  ownTurns = false,
  size = 520,
  onClose,
  footer,
  children,
}: {
  /** The row that is open; undefined when none is. */
  id: string | undefined
  title: string
  query: UseQueryResult<T>
  held?: boolean
  /** It goes to the next and the previous one by itself. */
  ownTurns?: boolean
  /** Pixels, where it lies over the page. */
  size?: number
  onClose: () => void
  /** What stays in sight below the detail, however long it is: the decision about it. */
  footer?: (detail: T) => ReactNode
  children: (detail: T) => ReactNode
}): ReactElement | null {
  useFocusBack(held, id)
  const split = useSplit()
  const foot = query.data !== undefined && footer?.(query.data)
  const close = (): void => {
    onClose()
    if (id !== undefined) focusRowSoon(id)
  }
  const content =
    query.data !== undefined ? (
      children(query.data)
    ) : query.isError ? (
      <Failure error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <LoadingSkeleton />
    )
  if (split) {
    if (id === undefined) return null
    const panel = { id, title, held, split: ownTurns ? ALONE : split, onClose: close }
    return (
      <RecordPanel {...panel} footer={foot}>
        {content}
      </RecordPanel>
    )
  }
  return (
    <Drawer
      opened={id !== undefined}
      onClose={close}
      position="right"
      size={size}
      title={title}
      returnFocus={false}
      closeOnEscape={!held}
      trapFocus={!held}
      transitionProps={{ duration: 120 }}
      overlayProps={{ backgroundOpacity: 0.3 }}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ content: classes.content, title: classes.title, body: classes.body }}
    >
      {content}
      {foot && <div className={classes.footer}>{foot}</div>}
    </Drawer>
  )
}
