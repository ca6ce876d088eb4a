import { CloseButton } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import { ExportChosen } from './export-chosen.tsx'
import classes from './selection-bar.module.css'

/** What is chosen, in a line over the list, with what can be done to all of it. */
export function SelectionBar({
  words,
  onClear,
  children,
}: {
  words: string
  onClear: () => void
  children?: ReactNode
}): ReactElement {
  return (
    <div className={classes.bar} role="region" aria-label="Chosen rows">
      <CloseButton size="sm" aria-label="Choose none" onClick={onClear} />
      <span role="status">{words}</span>
      <div className={classes.acts}>
        <ExportChosen />
        {children}
      </div>
    </div>
  )
}
