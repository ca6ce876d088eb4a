import type { ReactElement } from 'react'
import { canSee } from '../../../../contract/menu.ts'
import type { TransferRow } from '../../../../contract/ledger/points.ts'
import { useRole } from '../../../lib/session.ts'
import { PageLink } from '../../../ui/page-link.tsx'
import { referenceOf } from './transfer-words.tsx'

const REDEMPTIONS = '/dashboard/approvals/redemption'

/** What a transfer belongs to, by its id; a scan or a redemption is one click away. */
export function Reference({
  row,
}: {
  row: Pick<TransferRow, 'memberId' | 'ref' | 'kind' | 'debit'>
}): ReactElement {
  const role = useRole()
  const { memberId, ref } = row
  const kind = referenceOf(row)
  if (kind === null) return <>{ref}</>
  if (kind === 'scan') {
    return (
      <PageLink to="/dashboard/QrScanHistories" search={{ open: `${memberId}-${ref}` }}>
        {ref}
      </PageLink>
    )
  }
  return canSee(role, REDEMPTIONS) ? (
    <PageLink to={REDEMPTIONS} search={{ open: ref }}>
      {ref}
    </PageLink>
  ) : (
    <PageLink to="/dashboard/users" search={{ open: memberId }}>
      {ref}
    </PageLink>
  )
}
