import type { ReactElement } from 'react'
import { canSee } from '../../../contract/menu.ts'
import type { ScanRow } from '../../../contract/scans.ts'
import { formatMoment } from '../../lib/format.ts'
import { useRole } from '../../lib/session.ts'
import { PageLink } from '../../ui/page-link.tsx'

const USERS = '/dashboard/users'

/** Who had the coupon before this scan, and when; a link for those who see the members. */
export function FirstScan({ first }: { first: NonNullable<ScanRow['first']> }): ReactElement {
  const role = useRole()
  const { memberId, memberName, memberCode, at } = first
  const when = formatMoment(at)
  return (
    <span title={`${memberName} (${memberCode}), ${when}`}>
      {canSee(role, USERS) ? (
        <PageLink to={USERS} search={{ open: String(memberId) }}>
          {memberName}
        </PageLink>
      ) : (
        memberName
      )}
      {`, ${when}`}
    </span>
  )
}
