import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { canSee } from '../../../../contract/menu.ts'
import { listScans } from '../../../../contract/programme/scans.ts'
import type { UserDetail } from '../../../../contract/desk/users.ts'
import { call } from '../../../lib/api.ts'
import { formatMoment, formatNumber } from '../../../lib/format.ts'
import { useRole } from '../../../lib/session.ts'
import { PageLink } from '../../../ui/page-link.tsx'
import { ResultTag, ReviewTag } from '../../programme/scans/scan-words.tsx'
import { MemberRows, ROWS_SHOWN } from './member-rows.tsx'

const SCANS = '/dashboard/QrScanHistories'

/** The member's newest scans. */
export function UserScans({ user: { memberId } }: { user: UserDetail }): ReactElement {
  const role = useRole()
  const query = useQuery({
    queryKey: ['member', memberId, 'scans'],
    queryFn: ({ signal }) =>
      call(listScans, { query: { member: memberId, limit: ROWS_SHOWN }, signal }),
  })
  return (
    <>
      <MemberRows query={query} none="No scan yet." rowId={({ scanId }) => scanId}>
        {({ result, review, points, recordedAt, productName }) => ({
          left: review ? <ReviewTag review={review} /> : <ResultTag result={result} />,
          right: points > 0 ? `${formatNumber(points)} points` : '',
          under: [formatMoment(recordedAt), productName].filter(Boolean).join(' · '),
        })}
      </MemberRows>
      {canSee(role, SCANS) && (
        <PageLink to={SCANS} search={{ member: memberId }}>
          All scans of this member
        </PageLink>
      )}
    </>
  )
}
