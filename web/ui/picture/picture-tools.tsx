import { ActionIcon } from '@mantine/core'
import {
  IconMaximize,
  IconMinus,
  IconPlus,
  IconRotate2,
  IconRotateClockwise2,
  type Icon,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'
import classes from './picture.module.css'
import { WHOLE, quarter, zoomed, type View } from './view.ts'

const STEP = 1.4

/** What can be done with a view, by name; keys and buttons do the same. */
export const VIEW_ACTS = {
  larger: (view: View) => zoomed(view, STEP),
  smaller: (view: View) => zoomed(view, 1 / STEP),
  whole: ({ turn }: View) => ({ ...WHOLE, turn }),
  left: (view: View) => quarter(view, -1),
  right: (view: View) => quarter(view, 1),
} satisfies Record<string, (view: View) => View>
export type ViewAct = keyof typeof VIEW_ACTS

const TOOLS: readonly (readonly [act: ViewAct, label: string, key: string, picture: Icon])[] = [
  ['smaller', 'Smaller', '-', IconMinus],
  ['larger', 'Larger', '+', IconPlus],
  ['whole', 'Show the whole picture', '0', IconMaximize],
  ['left', 'Turn left', '[', IconRotate2],
  ['right', 'Turn right', ']', IconRotateClockwise2],
]

/** The buttons of a picture; each names its key. */
export function PictureTools({
  view,
  disabled,
  onView,
}: {
  view: View
  disabled: boolean
  onView: (view: View) => void
}): ReactElement {
  return (
    <div className={classes.tools} role="toolbar" aria-label="Picture">
      {TOOLS.map(([act, label, key, Picture]) => (
        <ActionIcon
          key={act}
          variant="subtle"
          color="gray"
          size={32}
          className={classes.tool}
          aria-label={label}
          aria-keyshortcuts={key}
          title={`${label} (${key})`}
          disabled={disabled}
          onClick={() => onView(VIEW_ACTS[act](view))}
        >
          <Picture size={18} stroke={1.8} aria-hidden />
        </ActionIcon>
      ))}
    </div>
  )
}
