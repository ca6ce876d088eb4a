import { Button, Group, Modal, Text } from '@mantine/core'
import type { FormEvent, ReactElement } from 'react'
import classes from './confirm-dialog.module.css'
import { FailureAlert } from './failure-alert.tsx'
import { useKept } from './use-kept.ts'
import { useSending } from './use-sending.ts'

function Ask({
  what,
  onDelete,
  onClose,
}: {
  what: string
  onDelete: () => Promise<void>
  onClose: () => void
}): ReactElement {
  const { busy, error, send } = useSending(onDelete)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void send()
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <Text>{what}</Text>
      {error !== null && <FailureAlert error={error} title="It was not deleted" />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" data-autofocus onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" color="red" loading={busy}>
          Delete
        </Button>
      </Group>
    </form>
  )
}

/**
 * Asks before something is deleted; what the server says against it is shown in its words. The caller
 * closes it when `onDelete` is done.
 */
export function DeleteDialog({
  name,
  what,
  returnFocus = true,
  onDelete,
  onClose,
}: {
  /** What is to be deleted; null while nothing is. */
  name: string | null
  /** One sentence: what is lost. */
  what: string
  returnFocus?: boolean
  onDelete: () => Promise<void>
  onClose: () => void
}): ReactElement {
  const opened = name !== null
  const shown = useKept(name, opened)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={`Delete “${shown ?? ''}”?`}
      size={420}
      centered
      returnFocus={returnFocus}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Ask what={what} onDelete={onDelete} onClose={onClose} />
    </Modal>
  )
}
