import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import type { MediaDetail } from '../../../../contract/platform/media.ts'
import { can } from '../../../../contract/permissions.ts'
import { formatNumber } from '../../../lib/format.ts'
import { useRole } from '../../../lib/session.ts'
import { DetailDrawer } from '../../../ui/detail-drawer.tsx'
import { Facts, Section, type Fact } from '../../../ui/facts.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { MediaAbout, PlainAbout } from './media-about.tsx'
import { MediaActs } from './media-acts.tsx'
import classes from './media-drawer.module.css'
import { KIND_WORDS } from './media-list.ts'
import { MediaPreview } from './media-preview.tsx'
import { mediaOptions } from './media-queries.ts'
import { clockOf, sizeInWords } from './media-words.ts'
import { UsedIn } from './used-in.tsx'

const WIDTH = 720

function factsOf(media: MediaDetail): Fact[] {
  const { kind, width, height, bytes, durationMs, pages, pictures } = media
  const widths = pictures.map((picture) => formatNumber(picture.width)).join(', ')
  return [
    ['Kind', KIND_WORDS[kind][0]],
    [kind === 'document' ? 'First page' : 'Size', `${width} × ${height} px`],
    ['Length', durationMs === null ? null : clockOf(durationMs)],
    ['Pages', kind === 'document' ? formatNumber(pages) : null],
    ['Kept in', widths === '' ? null : `${widths} px wide`],
    ['On disk', sizeInWords(bytes)],
    ['Added by', media.addedBy],
    ['Added', <Moment key="added" at={media.addedAt} />],
    [
      'File replaced',
      media.replacedAt === null ? null : <Moment key="replaced" at={media.replacedAt} />,
    ],
  ]
}

/** One item of the gallery: large, what it is called, where it is used, and what can be done with it. */
export function MediaDrawer({
  id,
  onClose,
}: {
  id: string | undefined
  onClose: () => void
}): ReactElement {
  const [held, setHeld] = useState(false)
  const media = useQuery(mediaOptions(id))
  const mayEdit = can(useRole(), 'media.edit')
  return (
    <DetailDrawer
      id={id}
      title={media.data ? KIND_WORDS[media.data.kind][0] : 'Media'}
      query={media}
      held={held}
      size={WIDTH}
      onClose={onClose}
    >
      {(detail) => (
        <div className={classes.detail} key={detail.mediaId}>
          <MediaPreview media={detail} />
          {mayEdit ? <MediaAbout media={detail} /> : <PlainAbout media={detail} />}
          {mayEdit && <MediaActs media={detail} onHeld={setHeld} onDeleted={onClose} />}
          <Section title="Where it is used">
            {detail.usedIn.length === 0 ? (
              <Text c="dimmed">No banner, offer, gift, product or notification shows it.</Text>
            ) : (
              <UsedIn media={detail} />
            )}
          </Section>
          <Section title="About the file">
            <Facts facts={factsOf(detail)} />
          </Section>
        </div>
      )}
    </DetailDrawer>
  )
}
