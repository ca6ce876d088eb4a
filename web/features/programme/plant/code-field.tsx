import { Button, TextInput } from '@mantine/core'
import { IconCamera, IconCameraOff } from '@tabler/icons-react'
import { lazy, Suspense, useState, type ReactElement } from 'react'
import { CAMERA_WORDS } from './camera-words.ts'
import { useWords } from './language.ts'
import classes from './plant-parts.module.css'

const QrCamera = lazy(async () => ({
  default: (await import('../../../ui/qr-camera/qr-camera.tsx')).QrCamera,
}))

/** A code, typed or read by the camera: what is read stands in the field, and the camera is let go. */
export function CodeField({
  label,
  description,
  value,
  error,
  onChange,
  onRead,
}: {
  label: string
  description: string
  value: string
  error: string | undefined
  onChange: (text: string) => void
  /** Hears what the camera read, after it stands in the field. */
  onRead?: (text: string) => void
}): ReactElement {
  const words = useWords(CAMERA_WORDS)
  const [looking, setLooking] = useState(false)
  const [wasRead, setWasRead] = useState(false)
  const read = (text: string): void => {
    setLooking(false)
    setWasRead(true)
    onChange(text)
    onRead?.(text)
  }
  const toggle = (): void => {
    setLooking(!looking)
    setWasRead(false)
  }
  return (
    <div className={classes.codeField}>
      <TextInput
        label={label}
        description={description}
        size="lg"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={value}
        error={error}
        errorProps={{ role: 'alert' }}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Button
        variant="default"
        size="lg"
        leftSection={
          looking ? <IconCameraOff size={22} aria-hidden /> : <IconCamera size={22} aria-hidden />
        }
        aria-expanded={looking}
        onClick={toggle}
      >
        {looking ? words.close : words.open}
      </Button>
      {looking && (
        <div className={classes.camera}>
          <Suspense fallback={<p>{words.starting}</p>}>
            <QrCamera words={words} onRead={read} />
          </Suspense>
        </div>
      )}
      <div role="status" className={classes.quiet}>
        {wasRead && words.read}
      </div>
    </div>
  )
}
