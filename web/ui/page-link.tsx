import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import { canSee } from '../../contract/menu.ts'
import { useRole } from '../lib/session.ts'

/**
 * A link to another page with its filters, in the look of a link within text. A role that does not see
 * that page gets the words alone: no link of ours ends on a refusal.
 */
export function PageLink({
  to,
  search,
  children,
}: {
  to: string
  search?: Record<string, unknown>
  children: ReactNode
}): ReactElement {
  const role = useRole()
  if (!canSee(role, to)) return <>{children}</>
  return (
    <Anchor
      inherit
      underline="always"
      renderRoot={(props) => <Link {...props} to={to} search={search ?? {}} />}
    >
      {children}
    </Anchor>
  )
}
