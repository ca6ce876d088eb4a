import type { ReactElement, ReactNode } from 'react'
import { canSee } from '../../../contract/menu.ts'
import { useRole } from '../../lib/session.ts'
import { PageLink } from '../../ui/page-link.tsx'

/** A link for those who see that page, the same words for the others. */
export function SeenLink({
  to,
  search,
  children,
}: {
  to: string
  search: Record<string, unknown>
  children: ReactNode
}): ReactElement {
  const role = useRole()
  if (!canSee(role, to)) return <>{children}</>
  return (
    <PageLink to={to} search={search}>
      {children}
    </PageLink>
  )
}
