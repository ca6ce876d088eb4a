import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { canSee } from '../../../../contract/menu.ts'
import { listTransfers } from '../../../../contract/ledger/points.ts'
import type { UserDetail } from '../../../../contract/desk/users.ts'
import { call } from '../../../lib/api.ts'
import { formatMoment, formatNumber } from '../../../lib/format.ts'
import { useRole } from '../../../lib/session.ts'
import { Section } from '../../../ui/facts.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { KindTag, pointsInWords } from '../../ledger/points/transfer-words.tsx'
import { AdjustmentCard } from './adjustment-card.tsx'
import { MemberRows, ROWS_SHOWN } from './member-rows.tsx'

const LEDGER = '/dashboard/QrPointHistories'

/** The member's newest movements of points, and the adjustments that were asked for. */
export function UserPoints({
  user,
  onDialog,
}: {
  user: UserDetail
  onDialog: (opened: boolean) => void
}): ReactElement {
  const role = useRole()
  const { memberId, adjustments } = user
  const query = useQuery({
    queryKey: ['member', memberId, 'transfers'],
    queryFn: ({ signal }) =>
      call(listTransfers, { query: { member: memberId, limit: ROWS_SHOWN }, signal }),
  })
  return (
    <>
      {adjustments.length > 0 && (
        <Section title="Adjustments">
          {adjustments.map((adjustment) => (
            <AdjustmentCard
              key={adjustment.adjustmentId}
              adjustment={adjustment}
              onDialog={onDialog}
            />
          ))}
        </Section>
      )}
      <MemberRows query={query} none="No points have moved yet." rowId={(row) => row.transferId}>
        {(row) => ({
          left: <KindTag kind={row.kind} />,
          right: pointsInWords(row),
          under: `${formatMoment(row.recordedAt)} · then ${formatNumber(row.availableAfter)} available, ${formatNumber(row.heldAfter)} held`,
        })}
      </MemberRows>
      {canSee(role, LEDGER) && (
        <PageLink to={LEDGER} search={{ member: memberId }}>
          All movements of this member
        </PageLink>
      )}
    </>
  )
}
