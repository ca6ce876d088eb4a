import { Button, Modal, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState, type FocusEvent, type KeyboardEvent, type ReactElement } from 'react'
import type { MediaItem, MediaKind } from '../../../../contract/platform/media.ts'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { KIND_WORDS } from './media-list.ts'
import { offeredOptions } from './media-queries.ts'
import { MediaThumb } from './media-thumb.tsx'
import classes from './picker-dialog.module.css'
import { PickerUpload } from './picker-upload.tsx'
import { nextInGrid } from '../../../ui/list/grid-steps.ts'

const TYPING_MS = 250
const SKELETON_CARDS = 8

function LoadingSkeleton(): ReactElement {
  return (
    <>
      {Array.from({ length: SKELETON_CARDS }, (_, card) => (
        <li key={card} aria-hidden>
          <span className={classes.bone} />
        </li>
      ))}
    </>
  )
}

/** Arrow keys go from one card to the next as they lie on the screen. */
function stepOn(event: KeyboardEvent): void {
  const cards = event.currentTarget.closest('ul')?.querySelectorAll('button') ?? []
  const next = nextInGrid([...cards], event.key)
  if (!next) return
  event.preventDefault()
  next.focus()
}

function Offered({
  kinds,
  selected,
  onPick,
}: {
  kinds: readonly MediaKind[]
  selected: number | undefined
  onPick: (item: MediaItem) => void
}): ReactElement {
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text.trim(), TYPING_MS)
  const grid = useRef<HTMLUListElement>(null)
  const offered = useInfiniteQuery(offeredOptions(kinds, asked || undefined))
  const items = offered.data?.pages.flatMap((page) => page.items)
  const many = kinds.map((kind) => KIND_WORDS[kind][1].toLowerCase()).join(' or ')
  return (
    <>
      <div className={classes.head}>
        <TextInput
          data-autofocus
          aria-label="Search by title or tag"
          placeholder="Title or tag"
          autoComplete="off"
          maxLength={60}
          value={text}
          leftSection={<IconSearch size={16} stroke={1.8} aria-hidden />}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return
            event.preventDefault()
            grid.current?.querySelector('button')?.focus()
          }}
        />
        <PickerUpload kinds={kinds} onPick={onPick} />
      </div>
      {offered.isError && (
        <div className={classes.state}>
          <FailureAlert error={offered.error} title="The gallery could not be shown" />
          <Button size="xs" variant="default" onClick={() => void offered.refetch()}>
            Try again
          </Button>
        </div>
      )}
      {items?.length === 0 && (
        <Text c="dimmed" className={classes.state} role="status">
          {asked
            ? `No ${many} with this title or tag.`
            : `No ${many} in the gallery yet. Upload the first.`}
        </Text>
      )}
      <ul ref={grid} className={classes.grid} aria-label="Gallery" aria-busy={offered.isPending}>
        {offered.isPending && <LoadingSkeleton />}
        {items?.map((item) => (
          <li key={item.mediaId}>
            <button
              type="button"
              className={classes.card}
              aria-pressed={item.mediaId === selected}
              onKeyDown={stepOn}
              onClick={() => onPick(item)}
            >
              <MediaThumb media={item} width="fill" />
              <span>{item.title}</span>
            </button>
          </li>
        ))}
      </ul>
      {offered.hasNextPage && (
        <Button
          variant="default"
          loading={offered.isFetchingNextPage}
          onClick={() => void offered.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  )
}

/** Mantine's sign for a dialog around this one that a key pressed here is not meant for it. */
function keepEscape({ target }: FocusEvent): void {
  target.setAttribute('data-mantine-stop-propagation', 'true')
}

/** The gallery in a dialog, to choose one item of some kinds. */
export function PickerDialog({
  opened,
  title,
  kinds,
  selected,
  onPick,
  onClose,
}: {
  opened: boolean
  title: string
  kinds: readonly MediaKind[]
  /** The item chosen before. */
  selected: number | undefined
  onPick: (item: MediaItem) => void
  onClose: () => void
}): ReactElement {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={760}
      // Escape closes this one only: it may stand over the dialog of a form.
      closeOnEscape={false}
      onFocusCapture={keepEscape}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Escape') onClose()
      }}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ body: classes.body }}
    >
      <Offered kinds={kinds} selected={selected} onPick={onPick} />
    </Modal>
  )
}
