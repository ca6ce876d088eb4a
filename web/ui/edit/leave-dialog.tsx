import { Button, Group, Modal, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useCallback, useLayoutEffect, useRef, useState, type ReactElement } from 'react'
import { isReloading } from '../../lib/kept-drafts.ts'
import { readSession } from '../../lib/session.ts'
import classes from './leave-dialog.module.css'

/**
 * Asks before a change of the address, or the closing of the tab, that would lose what was typed. A
 * session that ended is not held back.
 */
export function useLeaving(dirty: boolean) {
  const allowed = useRef(false)
  const latest = useRef(dirty)
  // Before anything is painted: whoever sees what they typed and presses Escape is asked too.
  useLayoutEffect(() => {
    latest.current = dirty
    if (!dirty) allowed.current = false
  }, [dirty])
  const shouldBlockFn = useCallback(
    ({ current, next }: { current: Place; next: Place }): boolean =>
      latest.current && !allowed.current && readSession() !== null && leaves(current, next),
    [],
  )
  const enableBeforeUnload = useCallback(
    () => latest.current && !allowed.current && !isReloading(),
    [],
  )
  const blocker = useBlocker({ shouldBlockFn, enableBeforeUnload, withResolver: true })
  return {
    asking: blocker.status === 'blocked',
    stay: () => blocker.reset?.(),
    leave: () => blocker.proceed?.(),
    /** The next change is no loss: it was saved. */
    allow: () => {
      allowed.current = true
    },
  }
}
export type Leaving = ReturnType<typeof useLeaving>

type Place = { pathname: string; search: unknown }

const editOf = ({ search }: Place): unknown =>
  typeof search === 'object' && search !== null && 'edit' in search ? search.edit : undefined

const leaves = (current: Place, next: Place): boolean =>
  current.pathname !== next.pathname || editOf(current) !== editOf(next)

export function LeaveDialog({ leaving }: { leaving: Leaving }): ReactElement {
  // The editor goes with this dialog then, and gives the focus back to where it was opened.
  const [left, setLeft] = useState(false)
  const leave = (): void => {
    setLeft(true)
    leaving.leave()
  }
  const stay = (): void => {
    setLeft(false)
    leaving.stay()
  }
  return (
    <Modal
      opened={leaving.asking}
      onClose={stay}
      returnFocus={!left}
      title="Leave without saving?"
      size={400}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={classes.ask}>
        <Text>What you typed is not saved, and is lost when you leave.</Text>
        <Group justify="flex-end" gap="xs">
          <Button color="red" variant="default" onClick={leave}>
            Leave
          </Button>
          <Button data-autofocus onClick={stay}>
            Keep writing
          </Button>
        </Group>
      </div>
    </Modal>
  )
}
