import type { ReactElement } from 'react'
import { formatMoment, formatRelative } from '../lib/format.ts'
import { useAskedPassword } from './asked-password.ts'
import classes from './bell.module.css'

const UNKNOWN =
  'You sent a new password, and no answer came. If it was changed, a notice and an e-mail say so; if not, your old password still works.'

/** What this browser knows of a new password, as long as the server has not told it. */
export function AskedPasswordRow(): ReactElement | null {
  const asked = useAskedPassword()
  if (!asked) return null
  const { at, refusal } = asked
  return (
    <ul className={classes.notices}>
      <li className={classes.notice}>
        <span className={classes.dot} data-unread aria-hidden />
        <span>
          <span className={classes.hidden}>Unread: </span>
          {refusal === null ? UNKNOWN : `Your password was not changed: ${refusal}`}
        </span>
        <time dateTime={at} title={formatMoment(at)}>
          {formatRelative(at)}
        </time>
      </li>
    </ul>
  )
}
