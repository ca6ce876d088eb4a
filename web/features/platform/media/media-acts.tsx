import { Button, FileButton, Text } from '@mantine/core'
import { IconReplace, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ReactElement } from 'react'
import { deleteMedia, type MediaDetail } from '../../../../contract/platform/media.ts'
import { call } from '../../../lib/api.ts'
import { formatAmount } from '../../../lib/format.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { DialogForm } from '../../../ui/dialog-form.tsx'
import { useSending } from '../../../ui/use-sending.ts'
import { InUseDialog } from './in-use-dialog.tsx'
import classes from './media-drawer.module.css'
import { forgetMedia } from './media-queries.ts'
import { acceptOf } from './uploads/file-kinds.ts'
import { uploadFiles } from './uploads/upload-files.tsx'

function DeleteDialog({
  media: { mediaId, title },
  opened,
  onDeleted,
  onClose,
}: {
  media: MediaDetail
  opened: boolean
  onDeleted: () => void
  onClose: () => void
}): ReactElement {
  const client = useQueryClient()
  const { busy, error, send } = useSending(async () => {
    await call(deleteMedia, { params: { mediaId } })
    notifyDone(`${title} is deleted.`)
    onDeleted()
    forgetMedia(client, mediaId)
  })
  return (
    <DialogForm
      opened={opened}
      title="Delete from the gallery"
      what={`${title} and its file will be gone for good. Nothing shows it.`}
      submit="Delete"
      danger
      busy={busy}
      failure={error}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      {null}
    </DialogForm>
  )
}

/** Another file for the item, and its end. */
export function MediaActs({
  media,
  onHeld,
  onDeleted,
}: {
  media: MediaDetail
  onHeld: (held: boolean) => void
  onDeleted: () => void
}): ReactElement {
  const [deleting, setDeleting] = useState(false)
  useEffect(() => onHeld(deleting), [deleting, onHeld])
  const { kind, uses } = media
  const used = uses > 0
  const close = (): void => setDeleting(false)
  return (
    <div>
      <div className={classes.acts}>
        <FileButton
          accept={acceptOf([kind]).join(',')}
          onChange={(file) => file && uploadFiles([file], { kinds: [kind], replaces: media })}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<IconReplace size={16} stroke={1.8} aria-hidden />}
            >
              Replace the file
            </Button>
          )}
        </FileButton>
        <Button
          variant="default"
          leftSection={<IconTrash size={16} stroke={1.8} aria-hidden />}
          onClick={() => setDeleting(true)}
        >
          Delete
        </Button>
      </div>
      {used && (
        <Text size="sm" c="dimmed" mt={6}>
          {`It is shown in ${formatAmount(uses, 'place')}; what replaces it is shown there at once.`}
        </Text>
      )}
      {used ? (
        <InUseDialog media={media} opened={deleting} onClose={close} />
      ) : (
        <DeleteDialog media={media} opened={deleting} onDeleted={onDeleted} onClose={close} />
      )}
    </div>
  )
}
