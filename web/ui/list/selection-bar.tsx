import { CloseButton } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import { ExportSelected } from './export-selected.tsx'
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
    <div className={classes.bar} role="region" aria-label="Selected rows">
      <CloseButton size="sm" aria-label="Clear selection" onClick={onClear} />
      <span role="status">{words}</span>
      <div className={classes.acts}>
        <ExportSelected />
        {children}
      </div>
    </div>
  )
}
