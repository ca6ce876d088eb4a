import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'

/** A link to another page with its filters, in the look of a link within text. */
export function PageLink({
  to,
  search,
  children,
}: {
  to: string
  search?: Record<string, unknown>
  children: ReactNode
}): ReactElement {
  return (
    <Anchor inherit renderRoot={(props) => <Link {...props} to={to} search={search ?? {}} />}>
      {children}
    </Anchor>
  )
}
