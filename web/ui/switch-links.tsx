import { useLocation, useNavigate } from '@tanstack/react-router'
import type { MouseEvent, ReactElement } from 'react'
import { COUNT_LIMIT } from '../../contract/paging.ts'
import { formatCount } from '../lib/format.ts'
import { stringifySearch } from '../lib/search.ts'
import classes from './switch-links.module.css'

export type SwitchLink = {
  label: string
  /** Another page; left out for a side of this one. */
  to?: string
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
  const click = (event: MouseEvent, { to = '.', search }: SwitchLink): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    void navigate({ to, search })
  }
  return (
    <nav className={classes.links} aria-label={label}>
      {links.map((link) => (
        <a
          key={link.label}
          href={(link.to ?? pathname) + stringifySearch(link.search)}
          className={classes.link}
          aria-current={link.current ? 'page' : undefined}
          onClick={(event) => click(event, link)}
        >
          {link.label}
          {typeof link.count === 'number' && <b>{formatCount(link.count, COUNT_LIMIT)}</b>}
        </a>
      ))}
    </nav>
  )
}
