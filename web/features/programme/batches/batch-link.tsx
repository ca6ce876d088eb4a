import type { ReactElement } from 'react'
import { canSee } from '../../../../contract/menu.ts'
import { useRole } from '../../../lib/session.ts'
import { PageLink } from '../../../ui/page-link.tsx'

const BATCH_PAGE = '/dashboard/QrTokenHistories'

/** Public to other features: a batch by its number and letters, as a link for those who see the page. */
export function BatchLink({
  batchId,
  letters,
}: {
  batchId: number
  letters: string
}): ReactElement {
  const role = useRole()
  const name = `${batchId} (${letters})`
  if (!canSee(role, BATCH_PAGE)) return <>{name}</>
  return (
    <PageLink to={BATCH_PAGE} search={{ open: String(batchId) }}>
      {name}
    </PageLink>
  )
}
