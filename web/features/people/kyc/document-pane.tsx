import { ActionIcon, Button, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconFileOff, IconPhotoX } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import { KYC_FIELD_NAMES } from '../../../../contract/people/kyc-states.ts'
import { type KycFieldDetail } from '../../../../contract/people/kyc.ts'
import { sentenceOf } from '../../../lib/api-error.ts'
import { PictureStage } from '../../../ui/picture/picture-stage.tsx'
import { PictureTools } from '../../../ui/picture/picture-tools.tsx'
import type { Gallery } from './use-gallery.ts'
import classes from './document-pane.module.css'
import { usePicture } from './use-picture.ts'

const NO_SIZE = { width: 4, height: 3 }

/** What stands where a picture cannot. */
function Nothing({ Picture, children }: { Picture: typeof IconFileOff; children: ReactNode }) {
  return (
    <div className={classes.nothing}>
      <Picture size={26} stroke={1.5} aria-hidden />
      {children}
    </div>
  )
}

function Pages({ gallery }: { gallery: Gallery }): ReactElement | null {
  const { page, pages, turnPage } = gallery
  if (pages < 2) return null
  return (
    <div className={classes.pages}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        className={classes.tool}
        aria-label="Previous page"
        title="Previous page (,)"
        disabled={page === 1}
        onClick={() => turnPage(-1)}
      >
        <IconChevronLeft size={18} stroke={1.8} aria-hidden />
      </ActionIcon>
      <span>{`Page ${page} of ${pages}`}</span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        className={classes.tool}
        aria-label="Next page"
        title="Next page (.)"
        disabled={page === pages}
        onClick={() => turnPage(1)}
      >
        <IconChevronRight size={18} stroke={1.8} aria-hidden />
      </ActionIcon>
    </div>
  )
}

/** Why a field shows no picture. */
function absence({ document }: KycFieldDetail, mayDecide: boolean): string {
  if (document) return 'Documents are open only to those who decide.'
  return mayDecide
    ? 'This field came without a document: its details and checks are beside.'
    : 'This field has no document that you may see.'
}

/** The document of the field that is being looked at. */
export function DocumentPane({
  memberId,
  field,
  gallery,
  mayDecide,
}: {
  memberId: number
  field: KycFieldDetail
  gallery: Gallery
  mayDecide: boolean
}): ReactElement {
  const { shown, size, page, pages, view, setView } = gallery
  const { src, error, retry } = usePicture(memberId, shown)
  const name = KYC_FIELD_NAMES[field.field]
  const label = pages > 1 ? `${name}, page ${page} of ${pages}` : name
  return (
    <section className={classes.pane} aria-label="Document">
      <div className={classes.bar}>
        <h2>{name}</h2>
        <Pages gallery={gallery} />
        <PictureTools view={view} disabled={shown === null} onView={setView} />
      </div>
      <div className={classes.room}>
        {shown === null ? (
          <Nothing Picture={IconFileOff}>
            <Text>{absence(field, mayDecide)}</Text>
          </Nothing>
        ) : error ? (
          <Nothing Picture={IconPhotoX}>
            <Text role="alert">{sentenceOf(error)}</Text>
            <Button variant="default" size="xs" onClick={() => void retry()}>
              Load the picture again
            </Button>
          </Nothing>
        ) : (
          <PictureStage
            key={`${shown.documentId} ${shown.page}`}
            label={label}
            size={size ?? NO_SIZE}
            src={src}
            view={view}
            onView={setView}
          />
        )}
      </div>
    </section>
  )
}
