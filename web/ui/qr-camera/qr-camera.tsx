import { ActionIcon, Button, Loader } from '@mantine/core'
import {
  IconBulb,
  IconBulbOff,
  IconCameraOff,
  IconCameraRotate,
  IconPlayerPause,
} from '@tabler/icons-react'
import { useRef, type ReactElement, type ReactNode } from 'react'
import type { CameraProblem } from './camera.ts'
import classes from './qr-camera.module.css'
import { useQrCamera, type QrCameraControl } from './use-qr-camera.ts'

export type QrCameraWords = {
  /** What the picture is, for screen readers. */
  picture: string
  starting: string
  paused: string
  /** What is the matter, and what to do. */
  problems: Record<CameraProblem, { title: string; advice: string }>
  again: string
  light: string
  otherCamera: string
}

function Notice({ camera, words }: { camera: QrCameraControl; words: QrCameraWords }) {
  const { state } = camera
  if (state.kind === 'running') return null
  if (state.kind === 'problem') {
    const { title, advice } = words.problems[state.problem]
    return (
      <div className={classes.notice} role="alert">
        <IconCameraOff size={32} stroke={1.6} aria-hidden />
        <strong>{title}</strong>
        <span>{advice}</span>
        {state.problem !== 'insecure' && (
          <Button size="md" mih={44} onClick={camera.again}>
            {words.again}
          </Button>
        )}
      </div>
    )
  }
  return (
    // Another notice, not the same one moved about by its words.
    <div key={state.kind} className={classes.notice}>
      {state.kind === 'starting' ? (
        <Loader color="white" aria-hidden />
      ) : (
        <IconPlayerPause size={32} aria-hidden />
      )}
      <span>{state.kind === 'starting' ? words.starting : words.paused}</span>
    </div>
  )
}

function Tools({ camera, words }: { camera: QrCameraControl; words: QrCameraWords }) {
  const { state, lit } = camera
  if (state.kind !== 'running') return null
  return (
    <>
      {state.torch && (
        <ActionIcon
          className={classes.tool}
          size={48}
          aria-label={words.light}
          title={words.light}
          aria-pressed={lit}
          onClick={camera.light}
        >
          {lit ? <IconBulb size={26} /> : <IconBulbOff size={26} />}
        </ActionIcon>
      )}
      {state.cameras.length > 1 && (
        <ActionIcon
          className={classes.tool}
          size={48}
          aria-label={words.otherCamera}
          title={words.otherCamera}
          onClick={camera.nextCamera}
        >
          <IconCameraRotate size={26} />
        </ActionIcon>
      )}
    </>
  )
}

/**
 * The picture of the camera, reading one QR code after another while `active`. It fills the place it
 * is given; `children` are further buttons over the picture. Typing by hand is the page's to offer.
 */
export function QrCamera({
  onRead,
  words,
  active = true,
  children,
}: {
  onRead: (text: string) => void
  words: QrCameraWords
  active?: boolean
  children?: ReactNode
}): ReactElement {
  const video = useRef<HTMLVideoElement>(null)
  const camera = useQrCamera(video, active, onRead)
  const running = camera.state.kind === 'running'
  return (
    <div className={classes.camera}>
      <video
        ref={video}
        className={classes.picture}
        muted
        playsInline
        aria-label={words.picture}
        data-running={running || undefined}
      />
      {running && <div className={classes.aim} aria-hidden />}
      <Notice camera={camera} words={words} />
      <div className={classes.tools}>
        <Tools camera={camera} words={words} />
        {children}
      </div>
    </div>
  )
}
