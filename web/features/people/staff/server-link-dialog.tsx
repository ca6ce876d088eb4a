import { Button, Group, Modal, Text } from '@mantine/core'
import type { ReactElement } from 'react'
import { CopyText } from '../../../ui/copy-text.tsx'
import { useKept } from '../../../ui/use-kept.ts'

/** Where no mail can be sent: links are printed on the server, and shown on no page. */
export function ServerLinkDialog({
  email,
  onClose,
}: {
  email: string | null
  onClose: () => void
}): ReactElement {
  const kept = useKept(email, email !== null)
  return (
    <Modal
      opened={email !== null}
      onClose={onClose}
      title="The link is printed on the server"
      size={460}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Text>
        No e-mail can be sent yet, and links are shown on no page. Whoever runs the server prints
        one:
      </Text>
      <Text my="sm">
        <CopyText text={`npm run admin -- link ${kept ?? ''}`} />
      </Text>
      <Group justify="flex-end">
        <Button data-autofocus onClick={onClose}>
          Done
        </Button>
      </Group>
    </Modal>
  )
}
