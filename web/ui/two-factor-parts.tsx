import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import type { ReactElement } from 'react'
import { QrPicture } from './qr-picture.tsx'
import classes from './two-factor-parts.module.css'

/** What an authenticator app scans, and the key to type where it cannot. */
export function SecretToScan({
  secret,
  address,
}: {
  secret: string
  address: string
}): ReactElement {
  return (
    <>
      <div className={classes.qr}>
        <QrPicture text={address} label="QR code for the authenticator app" />
      </div>
      <p>Or type this key into the app:</p>
      <p className={classes.secret}>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</p>
    </>
  )
}

/** The recovery codes, shown once. */
export function RecoveryCodes({
  codes,
  onDone,
}: {
  codes: readonly string[]
  onDone: () => void
}): ReactElement {
  const { copied, copy } = useClipboard({ timeout: 3000 })
  return (
    <section className={classes.part}>
      <h3>Recovery codes</h3>
      <p>
        Keep them where you find them without your phone: each opens your account once instead of a
        code. They are shown only now.
      </p>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <Button onClick={onDone}>I have kept them</Button>
        <Button variant="default" onClick={() => copy(codes.join('\n'))}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </div>
    </section>
  )
}
