import type { Icon } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import classes from './tag.module.css'

export type Tone = 'gray' | 'green' | 'yellow' | 'red' | 'blue'

/** A status: always a word, with an icon where there is one, and a colour that only repeats it. */
export function Tag({
  tone,
  Picture,
  children,
}: {
  tone: Tone
  Picture?: Icon
  children: ReactNode
}): ReactElement {
  return (
    <span className={classes.tag} data-tone={tone}>
      {Picture && <Picture size={14} stroke={2} aria-hidden />}
      {children}
    </span>
  )
}
