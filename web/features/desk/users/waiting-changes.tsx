import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { can } from '../../../../contract/permissions.ts'
import { formatAmount } from '../../../lib/format.ts'
import { useRole } from '../../../lib/session.ts'
import { WaitingAlert } from '../../../ui/waiting-alert.tsx'
import { MemberChangeCard } from './member-change-card.tsx'
import { waitingChangesOptions } from './user-queries.ts'

/** Tells those who decide that new names and types wait, and shows them. */
export function WaitingChanges(): ReactElement | null {
  const role = useRole()
  const { data } = useQuery(waitingChangesOptions(can(role, 'member.edit.approve')))
  const items = data?.items ?? []
  return (
    <WaitingAlert
      show="member-changes"
      count={items.length}
      words={`${formatAmount(items.length, 'new name or type', 'new names or types')} ${items.length === 1 ? 'waits' : 'wait'} for a second person. `}
      title="New names and types that wait"
      none="All are decided."
      items={items}
    >
      {(change, onDialog) => (
        <MemberChangeCard key={change.changeId} change={change} onDialog={onDialog} />
      )}
    </WaitingAlert>
  )
}
