import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { SchemeWarning } from '../../../../contract/programme/schemes.ts'
import classes from './warning-note.module.css'

/** What is allowed and probably not meant, beside what it is about. */
export function WarningNotes({
  warnings,
  field,
}: {
  warnings: readonly SchemeWarning[]
  field: string
}): ReactElement[] {
  return warnings
    .filter((warning) => warning.field === field)
    .map(({ message }) => (
      <span key={message} className={classes.note}>
        <IconAlertTriangle size={14} stroke={2} aria-hidden />
        <span>{message}</span>
      </span>
    ))
}
