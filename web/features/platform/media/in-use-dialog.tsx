import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactElement } from 'react'
import type { MediaDetail } from '../../../../contract/platform/media.ts'
import { UsedIn } from './used-in.tsx'

/** Why an item cannot be deleted: where it is shown. */
export function InUseDialog({
  media,
  opened,
  onClose,
}: {
  media: MediaDetail
  opened: boolean
  onClose: () => void
}): ReactElement {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="It is in use"
      size={480}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="sm">
        <Text>{`${media.title} cannot be deleted while something shows it. Take it from there first, or replace its file.`}</Text>
        <UsedIn media={media} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
