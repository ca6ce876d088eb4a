import { useLocation } from '@tanstack/react-router'
import type { MouseEvent, ReactElement, ReactNode } from 'react'
import { stringifySearch } from '../../lib/search.ts'
import classes from './data-table.module.css'

/** The link to a row's detail. It can be opened in a tab of its own; arrow keys go from one to the next. */
export function RowLink({
  id,
  tabbable,
  onFocus,
  onOpen,
  children,
}: {
  id: string
  tabbable: boolean
  onFocus: (id: string) => void
  onOpen: (id: string) => void
  children: ReactNode
}): ReactElement {
  const { pathname, search } = useLocation()
  const click = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onOpen(id)
  }
  return (
    <a
      className={classes.link}
      href={pathname + stringifySearch({ ...search, open: id })}
      data-row={id}
      tabIndex={tabbable ? 0 : -1}
      onFocus={() => onFocus(id)}
      onClick={click}
    >
      {children}
    </a>
  )
}
