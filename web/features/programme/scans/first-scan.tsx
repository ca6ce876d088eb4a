import type { ReactElement } from 'react'
import { canSee } from '../../../../contract/menu.ts'
import type { ScanRow } from '../../../../contract/programme/scans.ts'
import { formatDayOf, formatMoment } from '../../../lib/format.ts'
import { useRole } from '../../../lib/session.ts'
import { PageLink } from '../../../ui/page-link.tsx'
import classes from './first-scan.module.css'

const YEAR = / \d{4}$/
const USERS = '/dashboard/users'

/** Who had the coupon before this scan, and when; a link for those who see the members. */
export function FirstScan({
  first,
  brief = false,
}: {
  first: NonNullable<ScanRow['first']>
  /** The day alone, with year and time on hover. */
  brief?: boolean
}): ReactElement {
  const role = useRole()
  const { memberId, memberName, memberCode, at } = first
  const when = formatMoment(at)
  return (
    <span className={classes.first} title={`${memberName} (${memberCode}), ${when}`}>
      {canSee(role, USERS) ? (
        <PageLink to={USERS} search={{ open: String(memberId) }}>
          {memberName}
        </PageLink>
      ) : (
        memberName
      )}
      {`, ${brief ? formatDayOf(at).replace(YEAR, '') : when}`}
    </span>
  )
}
