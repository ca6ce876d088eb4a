import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { waitingRevocations } from '../../../../contract/people/kyc-revocation.ts'
import { call } from '../../../lib/api.ts'
import { PageLink } from '../../../ui/page-link.tsx'

const waitingOptions = () =>
  queryOptions({
    queryKey: ['kyc', 'revocations'],
    queryFn: ({ signal }) => call(waitingRevocations, { signal }),
  })

/** The members whose KYC somebody proposed to revoke, for another person to decide. */
export function WaitingRevocations(): ReactElement | null {
  const { data } = useQuery(waitingOptions())
  const items = data?.items ?? []
  if (items.length === 0) return null
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={18} />}>
      {items.length === 1
        ? 'A proposal to revoke a KYC waits for a second person: '
        : `${items.length} proposals to revoke a KYC wait for a second person: `}
      {items.map(({ memberId, memberName }, index) => (
        <span key={memberId}>
          {index > 0 && ', '}
          <PageLink to="/dashboard/approvals/kyc_history" search={{ open: `${memberId}-` }}>
            {memberName}
          </PageLink>
        </span>
      ))}
    </Alert>
  )
}
