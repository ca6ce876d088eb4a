import { IconPhotoX } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { KycFieldDetail } from '../../../../contract/people/kyc.ts'
import classes from './field-card.module.css'
import { usePicture } from './use-picture.ts'

/** The first page of a field's document, small. The viewer shows it when the field is chosen. */
export function Thumbnail({
  memberId,
  field,
}: {
  memberId: number
  field: KycFieldDetail
}): ReactElement | null {
  const { document } = field
  const [first] = document?.pages ?? []
  const shown = document && first ? { ...document, page: 1, url: first.url } : null
  const { src, error } = usePicture(memberId, shown)
  if (!shown || !document) return null
  const more = document.pages.length
  return (
    <span className={classes.thumbnail} aria-hidden>
      {src ? (
        <img src={src} alt="" draggable={false} />
      ) : error ? (
        <IconPhotoX size={20} stroke={1.5} />
      ) : (
        <span className={classes.bone} />
      )}
      {more > 1 && <small>{`${more} pages`}</small>}
    </span>
  )
}
