import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import type { DistributorDetail } from '../../../../contract/people/distributors.ts'
import { stateName } from '../../../../contract/india.ts'
import { COUNT_LIMIT } from '../../../../contract/paging.ts'
import { formatCount, formatMobile } from '../../../lib/format.ts'
import { CopyText } from '../../../ui/copy-text.tsx'
import { DetailDrawer } from '../../../ui/detail-drawer.tsx'
import { Facts, Section } from '../../../ui/facts.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { StaffEvents } from '../../../ui/staff-events.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { DistributorActions } from './distributor-actions.tsx'
import { distributorOptions } from './distributor-queries.ts'
import { StatusTag } from '../masters/status-tag.tsx'
import classes from './distributors.module.css'
import { SealedNumbers } from './sealed-numbers.tsx'

const NONE = 'Not on record'

function memberWords(members: number): string {
  if (members === 0) return 'No members'
  return `${formatCount(members, COUNT_LIMIT)} ${members === 1 ? 'member' : 'members'}`
}

function Place({ firm }: { firm: DistributorDetail }): ReactElement {
  const { state, city, territory, address, pincode, contactName, mobile, email, addedAt } = firm
  return (
    <Facts
      facts={[
        ['State', stateName(state)],
        ['City', [city, pincode].filter(Boolean).join(' ')],
        ['Address', address],
        ['Territory', territory ?? NONE],
        ['Contact', contactName ?? NONE],
        [
          'Mobile',
          mobile ? <CopyText key="mobile" text={mobile} shown={formatMobile(mobile)} /> : NONE,
        ],
        ['E-mail', email ? <CopyText key="email" text={email} /> : NONE],
        ['Added', addedAt && <Moment key="added" at={addedAt} />],
        ['Left because', firm.leftReason],
      ]}
    />
  )
}

/** Firms of one holder are often one customer with several codes. */
function SamePan({ firms }: { firms: DistributorDetail['samePan'] }): ReactElement {
  return (
    <ul className={classes.firms} aria-label="Firms with the same PAN">
      {firms.map(({ distributorId, code, name }) => (
        <li key={distributorId}>
          <PageLink
            to="/dashboard/distributor-onboard"
            search={{ open: String(distributorId) }}
          >{`${name} (${code})`}</PageLink>
        </li>
      ))}
    </ul>
  )
}

function Detail({
  firm,
  onDialog,
}: {
  firm: DistributorDetail
  onDialog: (opened: boolean) => void
}): ReactElement {
  return (
    <>
      <Group justify="space-between" wrap="nowrap">
        <StatusTag status={firm.status} />
        <PageLink to="/dashboard/users" search={{ distributor: firm.distributorId }}>
          {memberWords(firm.members)}
        </PageLink>
      </Group>
      <DistributorActions firm={firm} onDialog={onDialog} />
      <Place firm={firm} />
      <Section title="Numbers of the firm">
        <SealedNumbers firm={firm} onDialog={onDialog} />
      </Section>
      {firm.samePan.length > 0 && (
        <Section title="The same PAN">
          <SamePan firms={firm.samePan} />
        </Section>
      )}
      <Section title="What staff did">
        <StaffEvents label="What staff did" events={firm.events} />
      </Section>
    </>
  )
}

/** One distributor: where it is, whom to speak to, its numbers and what was done. */
export function DistributorDrawer({
  id,
  onClose,
}: {
  id: string | undefined
  onClose: () => void
}): ReactElement {
  const [held, setHeld] = useState(false)
  const query = useQuery(distributorOptions(id))
  const title = query.data ? `${query.data.name} (${query.data.code})` : 'Distributor'
  return (
    <DetailDrawer id={id} title={title} query={query} held={held} size={560} onClose={onClose}>
      {(firm) => <Detail key={firm.distributorId} firm={firm} onDialog={setHeld} />}
    </DetailDrawer>
  )
}
