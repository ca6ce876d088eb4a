import { Button } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useRef, useState, type ReactElement } from 'react'
import { LOGO_UPLOAD } from '../../../../contract/platform/programme.ts'
import { fileAddress } from '../../../lib/api.ts'
import { sentenceOf } from '../../../lib/api-error.ts'
import { useSending } from '../../../ui/use-sending.ts'
import classes from './setup.module.css'

const MEGABYTE = 1024 * 1024

/** The logo: shown, chosen, and where `onRemove` is given removed. */
export function LogoField({
  url,
  onFile,
  onRemove,
}: {
  url: string | null
  onFile: (file: File) => Promise<void>
  onRemove?: () => Promise<void>
}): ReactElement {
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { busy, error, send } = useSending(async (act: () => Promise<void>) => act())
  const take = (files: FileList | null): void => {
    const file = files?.[0]
    if (!file) return
    const why = problemOf(file)
    setProblem(why)
    if (why === null) void send(() => onFile(file))
  }
  const told = problem ?? (error === null ? null : sentenceOf(error))
  return (
    <div className={classes.logoField} role="group" aria-label="Logo">
      <div className={classes.logoShown}>
        {url ? (
          <img src={fileAddress(url)} alt="Logo of the programme" />
        ) : (
          <IconPhoto size={24} stroke={1.5} aria-hidden />
        )}
      </div>
      <div className={classes.logoWords}>
        <b>Logo</b>
        <p>Optional. A PNG, JPEG or WebP picture of at most 2 MB, best wide and on white.</p>
        {told && (
          <p className={classes.wrong} role="alert">
            {told}
          </p>
        )}
        <div className={classes.boxes}>
          <Button variant="default" size="xs" loading={busy} onClick={() => input.current?.click()}>
            {url ? 'Choose another' : 'Choose a picture'}
          </Button>
          {url && onRemove && (
            <Button variant="default" size="xs" disabled={busy} onClick={() => void send(onRemove)}>
              Remove
            </Button>
          )}
        </div>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept={LOGO_UPLOAD.types.join(',')}
        aria-label="Picture of the logo"
        onChange={(event) => {
          take(event.currentTarget.files)
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}

function problemOf(file: File): string | null {
  if (!LOGO_UPLOAD.types.includes(file.type)) {
    return `${file.name} is not a PNG, JPEG or WebP picture.`
  }
  if (file.size > LOGO_UPLOAD.maxBytes) {
    return `${file.name} has ${(file.size / MEGABYTE).toFixed(1)} MB; at most 2 MB can be taken.`
  }
  return null
}
