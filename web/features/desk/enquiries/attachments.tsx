import { Button, Modal, Text } from '@mantine/core'
import { IconPhotoX } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, type ReactElement } from 'react'
import type { EnquiryMessage } from '../../../../contract/desk/enquiries.ts'
import { sentenceOf } from '../../../lib/api-error.ts'
import { formatNumber } from '../../../lib/format.ts'
import { PictureStage } from '../../../ui/picture/picture-stage.tsx'
import { PictureTools, VIEW_ACTS, type ViewAct } from '../../../ui/picture/picture-tools.tsx'
import { WHOLE, type View } from '../../../ui/picture/view.ts'
import { useKept } from '../../../ui/use-kept.ts'
import { useSignKeys } from '../../../ui/use-keys.ts'
import classes from './attachments.module.css'
import { enquiryOptions, pictureOptions, type Shown } from './enquiry-queries.ts'

/** One page of what a member attached, with the words it goes by. */
export type Sheet = Shown & { width: number; height: number; label: string }

/** The pages of a message's attachments, one after the other. */
export function sheetsOf(attachments: EnquiryMessage['attachments']): Sheet[] {
  const several = attachments.length > 1
  return attachments.flatMap(({ attachmentId, pages }, index) =>
    pages.map(({ url, width, height }, at) => {
      const name = several ? `Attachment ${index + 1}` : 'Attachment'
      const label = pages.length > 1 ? `${name}, page ${at + 1} of ${pages.length}` : name
      return { attachmentId, page: at + 1, url, width, height, label }
    }),
  )
}

function Thumbnail({ sheet, onOpen }: { sheet: Sheet; onOpen: () => void }): ReactElement {
  const { data: src, isError } = useQuery(pictureOptions(sheet))
  const { label, width, height } = sheet
  return (
    <button
      type="button"
      className={classes.thumbnail}
      style={{ aspectRatio: `${width} / ${height}` }}
      aria-label={`Open ${label.charAt(0).toLowerCase()}${label.slice(1)}`}
      onClick={onOpen}
    >
      {src ? (
        <img src={src} alt="" draggable={false} />
      ) : isError ? (
        <IconPhotoX size={20} stroke={1.5} aria-hidden />
      ) : (
        <span className={classes.bone} />
      )}
    </button>
  )
}

const VIEW_KEYS: Record<string, ViewAct> = {
  '+': 'larger',
  '=': 'larger',
  '-': 'smaller',
  '0': 'whole',
  '[': 'left',
  ']': 'right',
}

/** One page large, to be zoomed, moved and turned. Its link may have ended: then it is asked for again. */
function Large({ enquiryId, sheet }: { enquiryId: string; sheet: Sheet }): ReactElement {
  const client = useQueryClient()
  const [signs] = useSignKeys()
  const [view, setView] = useState<View>(WHOLE)
  const picture = useQuery(pictureOptions(sheet))
  const retry = async (): Promise<void> => {
    await client.refetchQueries({ queryKey: enquiryOptions(enquiryId).queryKey })
    await picture.refetch()
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = VIEW_KEYS[event.key]
    if (!act || !signs || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    setView(VIEW_ACTS[act](view))
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return (
    <div className={classes.large}>
      <div className={classes.room}>
        {picture.isError ? (
          <div className={classes.lost} role="alert">
            <IconPhotoX size={26} stroke={1.5} aria-hidden />
            <Text>{sentenceOf(picture.error)}</Text>
            <Button variant="default" size="xs" onClick={() => void retry()}>
              Load the picture again
            </Button>
          </div>
        ) : (
          <PictureStage
            label={sheet.label}
            size={sheet}
            src={picture.data}
            view={view}
            onView={setView}
          />
        )}
      </div>
      <div className={classes.bar}>
        <PictureTools view={view} disabled={picture.data === undefined} onView={setView} />
      </div>
    </div>
  )
}

/** What came with a message: small beside its words, large when it is opened. */
export function Attachments({
  enquiryId,
  sheets,
}: {
  enquiryId: string
  sheets: readonly Sheet[]
}): ReactElement | null {
  const [at, setAt] = useState<number | null>(null)
  const kept = useKept(at, at !== null) ?? 0
  const sheet = sheets[kept]
  if (sheets.length === 0) return null
  return (
    <>
      <div className={classes.thumbnails}>
        {sheets.map((one, index) => (
          <Thumbnail
            key={`${one.attachmentId} ${one.page}`}
            sheet={one}
            onOpen={() => setAt(index)}
          />
        ))}
      </div>
      <Modal
        opened={at !== null}
        onClose={() => setAt(null)}
        title={sheet?.label}
        size={1000}
        centered
        closeButtonProps={{ 'aria-label': 'Close' }}
        classNames={{ body: classes.body }}
      >
        {sheet && (
          <>
            <Large
              key={`${sheet.attachmentId} ${sheet.page}`}
              enquiryId={enquiryId}
              sheet={sheet}
            />
            {sheets.length > 1 && (
              <div className={classes.turn}>
                <Button
                  variant="default"
                  size="xs"
                  disabled={kept === 0}
                  onClick={() => setAt(kept - 1)}
                >
                  Previous
                </Button>
                <span>{`${formatNumber(kept + 1)} of ${formatNumber(sheets.length)}`}</span>
                <Button
                  variant="default"
                  size="xs"
                  disabled={kept === sheets.length - 1}
                  onClick={() => setAt(kept + 1)}
                >
                  Next
                </Button>
              </div>
            )}
          </>
        )}
      </Modal>
    </>
  )
}
