import { Modal } from '@mantine/core'
import { lazy, Suspense, type ReactElement } from 'react'
import { CAMERA_IN_ENGLISH } from '../../../ui/qr-camera/english.ts'
import classes from './finder.module.css'

const QrCamera = lazy(async () => ({
  default: (await import('../../../ui/qr-camera/qr-camera.tsx')).QrCamera,
}))

/** The camera, until it has read one code: it is on only while the dialog stands there. */
export function CameraDialog({
  opened,
  onRead,
  onClose,
}: {
  opened: boolean
  onRead: (text: string) => void
  onClose: () => void
}): ReactElement {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Scan with the camera"
      size={480}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <p className={classes.hold}>Hold the QR code of a pack in front of it.</p>
      <div className={classes.camera}>
        <Suspense fallback={<p>{CAMERA_IN_ENGLISH.starting}</p>}>
          <QrCamera words={CAMERA_IN_ENGLISH} active={opened} onRead={onRead} />
        </Suspense>
      </div>
    </Modal>
  )
}
