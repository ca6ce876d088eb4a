import { Button, FileButton, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState, type ReactElement } from 'react'
import { can } from '../../../../contract/permissions.ts'
import type { MediaItem, MediaKind } from '../../../../contract/platform/media.ts'
import { useRole } from '../../../lib/session.ts'
import { acceptOf } from './uploads/file-kinds.ts'
import { uploadFiles } from './uploads/upload-files.tsx'
import { UploadRow } from './uploads/upload-row.tsx'
import panelClasses from './uploads/uploads-panel.module.css'
import { useUploads } from './uploads/uploads.ts'

/** Uploads one file on the spot; when it is in the gallery it is the one that is chosen. */
export function PickerUpload({
  kinds,
  onPick,
}: {
  kinds: readonly MediaKind[]
  onPick: (item: MediaItem) => void
}): ReactElement | null {
  const [drop, setDrop] = useState<number | null>(null)
  const upload = useUploads().find((one) => one.drop === drop)
  const done = upload?.stage.stage === 'done' ? upload.stage.media : undefined
  const pick = useEffectEvent(onPick)
  useEffect(() => {
    if (done) pick(done)
  }, [done])
  if (!can(useRole(), 'media.edit')) return null
  return (
    <>
      <FileButton
        accept={acceptOf(kinds).join(',')}
        onChange={(file) => file && setDrop(uploadFiles([file], { kinds }))}
      >
        {(props) => (
          <Button
            {...props}
            variant="default"
            leftSection={<IconUpload size={16} stroke={1.8} aria-hidden />}
          >
            Upload
          </Button>
        )}
      </FileButton>
      {upload && (
        <section aria-label="Upload">
          <ul className={panelClasses.list}>
            <UploadRow upload={upload} />
          </ul>
          {upload.stage.stage !== 'failed' && (
            <Text size="xs" c="dimmed" mt={6}>
              It is selected as soon as it is in the gallery.
            </Text>
          )}
        </section>
      )}
    </>
  )
}
