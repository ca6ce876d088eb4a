import { Alert, Button, Modal } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState, type ReactElement, type ReactNode } from 'react'

/**
 * Tells above a list that something waits for a decision, and shows it in a dialog. The address opens it
 * too, as `?show=`.
 */
export function WaitingAlert<T>({
  show,
  count,
  words,
  title,
  none,
  items,
  children,
}: {
  show: string
  count: number
  words: string
  title: string
  none: string
  items: readonly T[]
  /** One of them; told to say when a dialog of its own opens and closes. */
  children: (item: T, onDialog: (opened: boolean) => void) => ReactNode
}): ReactElement | null {
  const search: { show?: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  const [looked, setLooked] = useState(false)
  const [held, setHeld] = useState(false)
  const asked = search.show === show
  const opened = looked || asked
  const close = (): void => {
    setLooked(false)
    if (!asked) return
    const forget = (before: Record<string, unknown>) => ({ ...before, show: undefined })
    void navigate({ to: '.', search: forget, replace: true })
  }
  if (count === 0 && !opened) return null
  return (
    <>
      {count > 0 && (
        <Alert color="blue" icon={<IconHourglass size={18} />}>
          {words}
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`Review: ${title}`}
            onClick={() => setLooked(true)}
          >
            Review
          </Button>
        </Alert>
      )}
      <Modal
        opened={opened}
        onClose={close}
        title={title}
        size={520}
        closeOnEscape={!held}
        trapFocus={!held}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {items.length === 0 ? none : items.map((item) => children(item, setHeld))}
      </Modal>
    </>
  )
}
