import { Button, Group, Modal } from '@mantine/core'
import { useState, type ReactElement, type ReactNode } from 'react'
import { LeftAlone, type LeftRow } from './left-alone.tsx'
import classes from './many-dialog.module.css'
import { useKept } from './use-kept.ts'

type Ending = {
  /** Ends it, with those that were left alone: they are shown before the dialog closes. */
  onDone: (left: readonly LeftRow[]) => void
  onClose: () => void
}

const focusIt = (element: HTMLElement | null): void => element?.focus()

/** Lives as long as the dialog can be seen, so that each time starts over. */
function Body({
  children,
  onDone,
  onClose,
}: Ending & { children: (ending: Ending) => ReactNode }): ReactElement {
  const [left, setLeft] = useState<readonly LeftRow[]>([])
  const done = (rows: readonly LeftRow[]): void => {
    setLeft(rows)
    onDone(rows)
  }
  if (left.length === 0) return <>{children({ onDone: done, onClose })}</>
  return (
    <div className={classes.left}>
      <LeftAlone left={left} />
      <Group justify="flex-end">
        <Button ref={focusIt} onClick={onClose}>
          Close
        </Button>
      </Group>
    </div>
  )
}

/** An act on many: its form, and afterwards those that were left alone and why. */
export function ManyDialog<T>({
  about,
  opened,
  title,
  size = 520,
  onDone,
  onClose,
  children,
}: {
  /** What it is done to, as chosen. */
  about: T
  opened: boolean
  title: string
  size?: number
  /** Told when it was done and seen. */
  onDone: () => void
  onClose: () => void
  children: (about: T, ending: Ending) => ReactNode
}): ReactElement {
  const [over, setOver] = useState(false)
  const kept = useKept(about, opened)
  const close = (): void => {
    setOver(false)
    if (over) onDone()
    else onClose()
  }
  const done = (left: readonly LeftRow[]): void => {
    if (left.length === 0) onDone()
    else setOver(true)
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={title}
      size={size}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Body onDone={done} onClose={close}>
        {(ending) => children(kept, ending)}
      </Body>
    </Modal>
  )
}
