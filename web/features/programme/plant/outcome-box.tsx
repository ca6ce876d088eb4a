import type { Icon } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import classes from './outcome-box.module.css'

export type OutcomeTone = 'green' | 'yellow' | 'blue' | 'red' | 'gray'

/** What became of something, to be read from afar: a picture and a heading in one colour. */
export function OutcomeBox({
  tone,
  Picture,
  children,
}: {
  tone: OutcomeTone
  Picture: Icon
  children: ReactNode
}): ReactElement {
  return (
    <div className={classes.outcome} data-tone={tone}>
      <Picture size={44} stroke={1.7} aria-hidden />
      <div>{children}</div>
    </div>
  )
}
