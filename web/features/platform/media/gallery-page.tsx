import { Button, FileButton } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.layer.css'
import { IconUpload } from '@tabler/icons-react'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { can } from '../../../../contract/permissions.ts'
import { MEDIA_KINDS, type MediaItem } from '../../../../contract/platform/media.ts'
import { formatAmount } from '../../../lib/format.ts'
import { useRole } from '../../../lib/session.ts'
import type { GridCard } from '../../../ui/list/grid.tsx'
import { preloadList } from '../../../ui/list/list-options.ts'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { useOpenRow } from '../../../ui/list/use-open-row.ts'
import classes from './gallery.module.css'
import { MediaDrawer } from './media-drawer.tsx'
import { KIND_WORDS, mediaSource } from './media-list.ts'
import { tagsOptions } from './media-queries.ts'
import { MediaThumb } from './media-thumb.tsx'
import { acceptOf } from './uploads/file-kinds.ts'
import { uploadFiles } from './uploads/upload-files.tsx'
import { usePaste } from './use-paste.ts'

export function preloadGallery(queries: QueryClient, search: Record<string, unknown>): void {
  preloadList(queries, mediaSource, search)
  void queries.prefetchQuery(tagsOptions())
}

function lineOf({ kind, tags, uses }: MediaItem): string {
  const used = uses > 0 ? `used in ${formatAmount(uses, 'place')}` : 'not used'
  return [`${KIND_WORDS[kind][0]}, ${used}`, ...tags].join(' · ')
}

const CARD: GridCard<MediaItem> = {
  picture: (media) => <MediaThumb media={media} width="fill" />,
  title: ({ title }) => title,
  line: lineOf,
}

/** Says over the whole page that files may be let go here, or why not. */
function DropAnywhere({ mayEdit }: { mayEdit: boolean }): ReactElement {
  return (
    <Dropzone.FullScreen
      active
      multiple
      // The button does the same for the keyboard, and out of sight this is nothing to read.
      activateOnKeyboard={false}
      aria-hidden
      className={classes.drop}
      onDropAny={(files, rejected) => {
        if (mayEdit) uploadFiles([...files, ...rejected.map(({ file }) => file)])
      }}
      onDrop={() => undefined}
    >
      <div className={classes.words}>
        <IconUpload size={40} stroke={1.4} aria-hidden />
        {mayEdit ? (
          <p>Let go to upload to the gallery.</p>
        ) : (
          <p>Your role may look at the gallery, but not add to it.</p>
        )}
      </div>
    </Dropzone.FullScreen>
  )
}

function UploadButton(): ReactElement {
  return (
    <FileButton
      multiple
      accept={acceptOf(MEDIA_KINDS).join(',')}
      onChange={(files) => files.length > 0 && uploadFiles(files)}
    >
      {(props) => (
        <Button {...props} leftSection={<IconUpload size={16} stroke={2} aria-hidden />}>
          Upload
        </Button>
      )}
    </FileButton>
  )
}

/** Gallery: the images, videos and documents that members see, and the place to add them. */
export function GalleryPage(): ReactElement {
  const open = useOpenRow()
  const { data } = useQuery(tagsOptions())
  const mayEdit = can(useRole(), 'media.edit')
  usePaste(mayEdit)
  const tags = data?.tags.map(({ tag, items }) => ({ value: tag, label: `${tag} (${items})` }))
  return (
    <ListPage
      source={mediaSource}
      title="Media Gallery"
      about={
        mayEdit
          ? 'Images, videos and documents for the app. Drop files anywhere on this page, or paste them.'
          : 'Images, videos and documents for the app.'
      }
      grid={CARD}
      lookups={{ tag: tags }}
      empty={{
        title: 'Nothing in the gallery yet',
        text: mayEdit
          ? 'Drop images, videos or PDF documents here, paste them, or press Upload. Banners, offers, gifts and notifications choose from what stands here.'
          : 'What marketing uploads for banners, offers, gifts and notifications will stand here.',
      }}
      action={mayEdit && <UploadButton />}
      onOpen={open.show}
    >
      <DropAnywhere mayEdit={mayEdit} />
      <MediaDrawer id={open.id} onClose={open.close} />
    </ListPage>
  )
}
