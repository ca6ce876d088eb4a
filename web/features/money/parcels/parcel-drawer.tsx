import { Group, Text } from '@mantine/core'
import { IconArrowBackUp, IconCheck, IconCircleCheck, IconTruckDelivery } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { stateName } from '../../../../contract/india.ts'
import { canSee } from '../../../../contract/menu.ts'
import type { ParcelRow } from '../../../../contract/money/parcels.ts'
import { can } from '../../../../contract/permissions.ts'
import { formatMobile } from '../../../lib/format.ts'
import { useRole } from '../../../lib/session.ts'
import { CopyText } from '../../../ui/copy-text.tsx'
import { DetailDrawer } from '../../../ui/detail-drawer.tsx'
import { Facts, Section } from '../../../ui/facts.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { Timeline, type TimelineEntry } from '../../../ui/timeline.tsx'
import { ParcelAddress } from '../../people/addresses/parcel-address.tsx'
import { canAct, ParcelActs } from './parcel-acts.tsx'
import { parcelOptions } from './parcel-queries.ts'
import { giftInWords, ParcelTag } from './parcel-words.tsx'

const USERS = '/dashboard/users'
const SIGN = { size: 15, stroke: 1.8 }

/** What is known of its last way, oldest first. */
function wayOf(parcel: ParcelRow): TimelineEntry[] {
  const { since, dispatchedAt, dispatchedBy, deliveredAt, returnedAt, courier } = parcel
  return [
    { key: 'since', at: since, icon: <IconCheck {...SIGN} />, title: 'Approved' },
    ...(dispatchedAt
      ? [
          {
            key: 'dispatched',
            at: dispatchedAt,
            by: dispatchedBy,
            icon: <IconTruckDelivery {...SIGN} />,
            title: courier ? `Handed to ${courier}` : 'Dispatched',
            detail: parcel.trackingNumber,
          },
        ]
      : []),
    ...(deliveredAt
      ? [
          {
            key: 'delivered',
            at: deliveredAt,
            icon: <IconCircleCheck {...SIGN} />,
            title: 'Delivered',
            tone: 'good' as const,
          },
        ]
      : []),
    ...(returnedAt
      ? [
          {
            key: 'returned',
            at: returnedAt,
            icon: <IconArrowBackUp {...SIGN} />,
            title: 'Came back',
            tone: 'bad' as const,
            detail: parcel.returnReason,
          },
        ]
      : []),
  ]
}

function Detail({
  parcel,
  onDone,
  onDialog,
}: {
  parcel: ParcelRow
  onDone: () => void
  onDialog: (opened: boolean) => void
}): ReactElement {
  const role = useRole()
  const { memberId, memberName, memberCode, mobile, city, memberState, trackingNumber } = parcel
  return (
    <>
      <Group justify="space-between">
        <ParcelTag state={parcel.state} />
        <Text fw={600}>{giftInWords(parcel)}</Text>
      </Group>
      <Facts
        facts={[
          [
            'Member',
            canSee(role, USERS) ? (
              <PageLink key="member" to={USERS} search={{ open: String(memberId) }}>
                {memberName}
              </PageLink>
            ) : (
              memberName
            ),
          ],
          ['Member code', <CopyText key="code" text={memberCode} />],
          ['Mobile', <CopyText key="mobile" text={mobile} shown={formatMobile(mobile)} />],
          ['Member’s place', [city, stateName(memberState)].filter(Boolean).join(', ')],
          ['Gift code', parcel.giftCode],
          ['Courier', parcel.courier],
          ['Tracking number', trackingNumber && <CopyText text={trackingNumber} />],
          ['Sent out', parcel.tries > 0 ? `${parcel.tries} ×` : null],
        ]}
      />
      <ParcelAddress parcel={parcel} onDialog={onDialog} />
      {can(role, 'dispatch.update') && canAct(parcel) && (
        <Group gap="xs">
          <ParcelActs rows={[parcel]} onDone={onDone} onDialog={onDialog} />
        </Group>
      )}
      <Section title="Its way">
        <Timeline label="The way of the parcel, oldest first" entries={wayOf(parcel)} />
      </Section>
    </>
  )
}

/** One parcel, with what may be done about it. */
export function ParcelDrawer({
  id,
  onChanged,
  onClose,
}: {
  /** The number of its redemption. */
  id: string | undefined
  onChanged: (parcel: ParcelRow) => void
  onClose: () => void
}): ReactElement {
  const [held, setHeld] = useState(false)
  const query = useQuery(parcelOptions(id))
  const title = query.data ? `Parcel ${query.data.number}` : 'Parcel'
  return (
    <DetailDrawer id={id} title={title} query={query} held={held} onClose={onClose}>
      {(parcel) => <Detail parcel={parcel} onDone={() => onChanged(parcel)} onDialog={setHeld} />}
    </DetailDrawer>
  )
}
