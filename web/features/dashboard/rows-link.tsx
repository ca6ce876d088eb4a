import { Link } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import { canSee } from '../../../contract/menu.ts'
import { useRole } from '../../lib/session.ts'

/** Which rows a figure counted: a page of the menu and its filters. */
export type RowsTarget = { page: string; search: Record<string, unknown> }

/** Leads to exactly the rows that were counted, for those whose menu holds their page. */
export function RowsLink({
  target,
  className,
  children,
}: {
  target: RowsTarget
  className?: string | undefined
  children: ReactNode
}): ReactElement {
  const role = useRole()
  if (!canSee(role, target.page)) return <div className={className}>{children}</div>
  return (
    <Link to={target.page} search={target.search} className={className} data-link>
      {children}
    </Link>
  )
}
