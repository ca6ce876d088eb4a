import { Button, Modal } from '@mantine/core'
import { IconCircleX } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import classes from './reports.module.css'

/** The words for a report that could not be downloaded. Source: shell spec, section 8. */
const TEXT = 'Something Went Wrong'

/** Says that a download failed: an empty title, this text, an error icon. */
export function FailedDialog({
  opened,
  onClose,
}: {
  opened: boolean
  onClose: () => void
}): ReactElement {
  return (
    <Modal.Root opened={opened} onClose={onClose} size={360} centered>
      <Modal.Overlay />
      <Modal.Content aria-label={TEXT}>
        <Modal.Body className={classes.failed}>
          <IconCircleX size={64} stroke={1.4} role="img" aria-label="Error" />
          <p>{TEXT}</p>
          <Button data-autofocus onClick={onClose}>
            OK
          </Button>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
