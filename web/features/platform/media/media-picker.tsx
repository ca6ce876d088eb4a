import { Button, Input } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useId, useState, type ReactElement, type ReactNode } from 'react'
import type { MediaItem, MediaKind } from '../../../../contract/platform/media.ts'
import { KIND_WORDS } from './media-list.ts'
import classes from './media-picker.module.css'
import { MediaThumb } from './media-thumb.tsx'
import { PickerDialog } from './picker-dialog.tsx'

const THUMB_WIDTH = 96

/** "image or video", for words around a choice. */
export function kindsInWords(kinds: readonly MediaKind[]): string {
  return kinds.map((kind) => KIND_WORDS[kind][0].toLowerCase()).join(' or ')
}

/** A field for one item of the gallery, chosen from there or uploaded on the spot. */
export function MediaPicker({
  value,
  kinds,
  onChange,
  label,
  error,
  description,
  disabled = false,
  clearable = true,
}: {
  value: MediaItem | null
  /** What may be chosen here. */
  kinds: readonly MediaKind[]
  onChange: (item: MediaItem | null) => void
  label: string
  error?: ReactNode
  description?: ReactNode
  disabled?: boolean
  clearable?: boolean
}): ReactElement {
  const id = useId()
  const [opened, setOpened] = useState(false)
  return (
    <Input.Wrapper
      id={id}
      label={label}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
      description={description}
      error={error}
    >
      <div className={classes.field} role="group" aria-labelledby={`${id}-label`}>
        {value ? (
          <MediaThumb media={value} width={THUMB_WIDTH} />
        ) : (
          <span className={classes.none} style={{ width: THUMB_WIDTH }}>
            <IconPhoto size={22} stroke={1.4} aria-hidden />
          </span>
        )}
        <div className={classes.words}>
          <span className={classes.title}>
            {value?.title ?? `No ${kindsInWords(kinds)} selected`}
          </span>
          <div className={classes.acts}>
            <Button
              size="xs"
              variant="default"
              disabled={disabled}
              aria-haspopup="dialog"
              // The error of the field that is left would move the button from under the pointer.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => setOpened(true)}
            >
              {value ? 'Choose another' : 'Choose from gallery'}
            </Button>
            {value && clearable && (
              <Button
                size="xs"
                variant="subtle"
                disabled={disabled}
                aria-label={`Clear ${label}`}
                onClick={() => onChange(null)}
              >
                Clear
              </Button>
            )}
          </div>
        </div>
      </div>
      <PickerDialog
        opened={opened}
        title={label}
        kinds={kinds}
        selected={value?.mediaId}
        onPick={(item) => {
          onChange(item)
          setOpened(false)
        }}
        onClose={() => setOpened(false)}
      />
    </Input.Wrapper>
  )
}
