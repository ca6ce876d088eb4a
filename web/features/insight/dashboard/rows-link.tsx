import { Link } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import { openTo } from '../../../../contract/insight/dashboard-targets.ts'
import type { RowsTarget } from '../../../../contract/insight/dashboard-rows.ts'
import { useRole } from '../../../lib/session.ts'

/** Leads to exactly the rows that were counted, for those whose menu holds a page of theirs. */
export function RowsLink({
  target,
  className,
  children,
}: {
  target: RowsTarget | readonly RowsTarget[]
  className?: string | undefined
  children: ReactNode
}): ReactElement {
  const role = useRole()
  const open = openTo(role, 'page' in target ? [target] : target)
  if (!open) return <div className={className}>{children}</div>
  return (
    <Link to={open.page} search={open.search} className={className} data-link>
      {children}
    </Link>
  )
}
