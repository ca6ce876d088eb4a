import { Button, Group, Modal, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import classes from './link-dialog.module.css'
import { QrPicture } from './qr-picture.tsx'
import { useKept } from './use-kept.ts'

/** A one-time link, and for whom it is. */
export type GivenLink = { name: string; email: string; link: string }

function Shown({ given, onClose }: { given: GivenLink; onClose: () => void }): ReactElement {
  const { name, email, link } = given
  const { copied, copy } = useClipboard({ timeout: 3000 })
  const CopyIcon = copied ? IconCheck : IconCopy
  return (
    <div className={classes.body}>
      <Text>{`With this link ${name} sets a password, and then signs in as ${email}. It is good for a day and works once.`}</Text>
      <figure className={classes.figure}>
        <QrPicture text={link} label={`QR code of the link for ${name}`} />
        <figcaption>Scan it from this screen with the phone of the person.</figcaption>
      </figure>
      <code className={classes.link}>{link}</code>
      <Text size="sm" c="dimmed">
        It is shown only now. If it is lost, give a new one.
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button
          variant="default"
          leftSection={<CopyIcon size={16} stroke={1.8} aria-hidden />}
          onClick={() => copy(link)}
        >
          {copied ? 'Copied' : 'Copy the link'}
        </Button>
        <Button data-autofocus onClick={onClose}>
          Done
        </Button>
      </Group>
      <span role="status" className={classes.said}>
        {copied ? 'The link is copied.' : ''}
      </span>
    </div>
  )
}

/** Shows a one-time link, once: as text to copy and as a QR code to scan from the screen. */
export function LinkDialog({
  given,
  onClose,
}: {
  given: GivenLink | null
  onClose: () => void
}): ReactElement {
  const opened = given !== null
  const kept = useKept(given, opened)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={`One-time link for ${kept?.name ?? 'the account'}`}
      size={440}
      centered
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {kept && <Shown given={kept} onClose={onClose} />}
    </Modal>
  )
}
