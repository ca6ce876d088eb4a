import type { ReactElement } from 'react'
import classes from './key-sign.module.css'

/** The key that does the same as the button it stands in; only where keys work, beside a list on a wide screen. */
export function KeySign({ name }: { name: string }): ReactElement {
  return (
    <kbd className={classes.key} aria-hidden>
      {name}
    </kbd>
  )
}
