import { useLocation, useNavigate } from '@tanstack/react-router'
import type { MouseEvent, ReactElement } from 'react'
import { COUNT_LIMIT } from '../../contract/paging.ts'
import { formatCount } from '../lib/format.ts'
import { stringifySearch } from '../lib/search.ts'
import classes from './switch-links.module.css'

export type SwitchLink = {
  label: string
  /** The whole search of that side. */
  search: Record<string, unknown>
  current: boolean
  /** How much stands there; left out while it is not known. */
  count?: number | null | undefined
}

/** The sides of one page, as links: which one is shown stands in the address. */
export function SwitchLinks({
  label,
  links,
}: {
  label: string
  links: readonly SwitchLink[]
}): ReactElement {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const click = (event: MouseEvent, search: SwitchLink['search']): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    void navigate({ to: '.', search })
  }
  return (
    <nav className={classes.links} aria-label={label}>
      {links.map(({ label: name, search, current, count }) => (
        <a
          key={name}
          href={pathname + stringifySearch(search)}
          className={classes.link}
          aria-current={current ? 'page' : undefined}
          onClick={(event) => click(event, search)}
        >
          {name}
          {typeof count === 'number' && <b>{formatCount(count, COUNT_LIMIT)}</b>}
        </a>
      ))}
    </nav>
  )
}
