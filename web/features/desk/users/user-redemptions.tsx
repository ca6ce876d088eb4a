import { wantedInWords } from '../../../../contract/money/redemption-states.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { canSee } from '../../../../contract/menu.ts'
import { formatPaise } from '../../../../contract/money.ts'
import { listRedemptions } from '../../../../contract/money/redemptions.ts'
import type { UserDetail } from '../../../../contract/desk/users.ts'
import { call } from '../../../lib/api.ts'
import { formatMoment } from '../../../lib/format.ts'
import { useRole } from '../../../lib/session.ts'
import { PageLink } from '../../../ui/page-link.tsx'
import { RedemptionTag } from '../../money/redemptions/redemption-words.tsx'
import { MemberRows, ROWS_SHOWN } from './member-rows.tsx'

const REDEMPTIONS = '/dashboard/approvals/redemption'

/** The member's newest redemptions. */
export function UserRedemptions({ user: { memberId } }: { user: UserDetail }): ReactElement {
  const role = useRole()
  const query = useQuery({
    queryKey: ['member', memberId, 'redemptions'],
    queryFn: ({ signal }) =>
      call(listRedemptions, {
        query: { member: memberId, sort: 'newest', limit: ROWS_SHOWN },
        signal,
      }),
  })
  const maySee = canSee(role, REDEMPTIONS)
  return (
    <>
      <MemberRows
        query={query}
        none="Nothing was redeemed yet."
        rowId={({ redemptionId }) => redemptionId}
      >
        {(row) => ({
          left: <RedemptionTag state={row.state} />,
          right: formatPaise(row.amountPaise),
          under: (
            <>
              {maySee ? (
                <PageLink to={REDEMPTIONS} search={{ open: row.redemptionId }}>
                  {row.number}
                </PageLink>
              ) : (
                row.number
              )}
              {` · ${wantedInWords(row)} · ${formatMoment(row.requestedAt)}`}
            </>
          ),
        })}
      </MemberRows>
      {maySee && (
        <PageLink to={REDEMPTIONS} search={{ member: memberId }}>
          All redemptions of this member
        </PageLink>
      )}
    </>
  )
}
