import { Button, Modal } from '@mantine/core'
import { IconCircleX } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { ApiError, sentenceOf } from '../lib/api-error.ts'
import classes from './failed-dialog.module.css'

/** The words for a file that could not be downloaded. Source: shell spec, section 8. */
const TEXT = 'Something Went Wrong'

/** Says that a download failed: an empty title, this text, an error icon. */
export function FailedDialog({
  opened,
  why,
  onClose,
}: {
  opened: boolean
  /** The failure, told below where nothing else on the page tells it. */
  why?: unknown
  onClose: () => void
}): ReactElement {
  return (
    <Modal.Root opened={opened} onClose={onClose} size={360} centered>
      <Modal.Overlay />
      <Modal.Content aria-label={TEXT}>
        <Modal.Body className={classes.failed}>
          <IconCircleX size={64} stroke={1.4} role="img" aria-label="Error" />
          <p>{TEXT}</p>
          {why !== undefined && <small>{sentenceOf(why)}</small>}
          {why instanceof ApiError && why.requestId && <small>{`Request ${why.requestId}`}</small>}
          <Button data-autofocus onClick={onClose}>
            OK
          </Button>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
