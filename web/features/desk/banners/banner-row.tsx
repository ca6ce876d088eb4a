import { useSortable } from '@dnd-kit/react/sortable'
import { ActionIcon, Menu, Switch } from '@mantine/core'
import '@mantine/core/styles/Switch.layer.css'
import {
  IconArrowDown,
  IconArrowUp,
  IconDotsVertical,
  IconGripVertical,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { Banner } from '../../../../contract/desk/banners.ts'
import { shownWords, stateAt } from '../../../lib/shown-time.ts'
import { useAudienceWords } from '../../people/audience/audience-queries.ts'
import { MediaThumb } from '../../platform/media/media-thumb.tsx'
import classes from './banners.module.css'
import type { Carried } from './drag-order.tsx'
import { StateTag } from './state-tag.tsx'

/** Pixels of a banner's picture in the list. */
const THUMB = 112

export type RowActs = {
  onEdit: (banner: Banner) => void
  onMove: (banner: Banner, place: number) => void
  onSwitch: (banner: Banner, on: boolean) => void
  onDelete: (banner: Banner) => void
  /** Being switched on or off. */
  switching: number | null
}

/** Where a tap leads, in words. */
function leadsTo({ target, targetWords }: Banner): string {
  if (target.to === 'nothing') return 'Leads nowhere'
  return `Leads to ${targetWords ?? 'something that is no longer there'}`
}

function RowMenu({
  banner,
  place,
  count,
  acts: { onEdit, onMove, onDelete },
}: {
  banner: Banner
  place: number
  count: number
  acts: RowActs
}): ReactElement {
  return (
    <Menu position="bottom-end" shadow="md" width={180}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={`What to do with “${banner.title}”`}
        >
          <IconDotsVertical size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onEdit(banner)}>
          Edit
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowUp size={16} />}
          disabled={place === 0}
          onClick={() => onMove(banner, place - 1)}
        >
          Move up
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowDown size={16} />}
          disabled={place === count - 1}
          onClick={() => onMove(banner, place + 1)}
        >
          Move down
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={16} />}
          onClick={() => onDelete(banner)}
        >
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function About({
  banner,
  now,
  onEdit,
}: {
  banner: Banner
  now: number
  onEdit?: (banner: Banner) => void
}): ReactElement {
  const audienceWords = useAudienceWords()
  return (
    <div className={classes.about}>
      <div className={classes.title}>
        {onEdit ? (
          <button type="button" onClick={() => onEdit(banner)}>
            {banner.title}
          </button>
        ) : (
          <b>{banner.title}</b>
        )}
        <StateTag state={stateAt(banner, now)} />
      </div>
      <p>{shownWords(banner, now)}</p>
      <p>
        {audienceWords(banner.audience)}
        <span aria-hidden> · </span>
        {leadsTo(banner)}
      </p>
    </div>
  )
}

type RowProps = {
  banner: Banner
  /** From 0. */
  place: number
  now: number
}

/** A banner of the list, for who only reads. */
export function ReadRow({ banner, place, now }: RowProps): ReactElement {
  return (
    <li className={classes.row}>
      <span className={classes.place}>{place + 1}</span>
      <MediaThumb media={banner.media} width={THUMB} />
      <About banner={banner} now={now} />
    </li>
  )
}

/** A banner of the list that can be moved and changed. */
export function EditableRow({
  banner,
  place,
  now,
  count,
  acts,
}: RowProps & { count: number; acts: RowActs }): ReactElement {
  const { bannerId, title, media, on } = banner
  const data: Carried = { title, count }
  const { ref, handleRef, isDragging } = useSortable({ id: bannerId, index: place, data })
  return (
    <li ref={ref} className={classes.row} data-dragging={isDragging || undefined}>
      <button
        ref={handleRef}
        data-handle={bannerId}
        type="button"
        className={classes.handle}
        aria-label={`Move “${title}”`}
        aria-roledescription="drag handle"
      >
        <IconGripVertical size={18} stroke={1.6} aria-hidden />
      </button>
      <span className={classes.place}>{place + 1}</span>
      <MediaThumb media={media} width={THUMB} />
      <About banner={banner} now={now} onEdit={acts.onEdit} />
      <div className={classes.acts}>
        <Switch
          aria-label={`“${title}” is switched on`}
          checked={on}
          disabled={acts.switching === bannerId}
          onChange={(event) => acts.onSwitch(banner, event.currentTarget.checked)}
        />
        <RowMenu banner={banner} place={place} count={count} acts={acts} />
      </div>
    </li>
  )
}
