import { Group, Tabs, Text } from '@mantine/core'
import '@mantine/core/styles/Tabs.layer.css'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import type { UserDetail } from '../../../../contract/desk/users.ts'
import { formatNumber } from '../../../lib/format.ts'
import { DetailDrawer } from '../../../ui/detail-drawer.tsx'
import { MemberKyc } from '../../people/kyc/member-kyc.tsx'
import { UserActions } from './user-actions.tsx'
import { Devices } from './user-devices.tsx'
import { UserEnquiries } from './user-enquiries.tsx'
import classes from './user-drawer.module.css'
import { UserPayments } from './user-payments.tsx'
import { UserPoints } from './user-points.tsx'
import { UserProfile } from './user-profile.tsx'
import { userOptions } from './user-queries.ts'
import { UserRedemptions } from './user-redemptions.tsx'
import { UserScans } from './user-scans.tsx'
import { StatusTag } from './user-words.tsx'

const TABS = [
  ['profile', 'Profile', UserProfile],
  ['points', 'Points', UserPoints],
  ['scans', 'Scans', UserScans],
  ['kyc', 'KYC', MemberKycTab],
  ['redemptions', 'Redemptions', UserRedemptions],
  ['payments', 'Payments', UserPayments],
  ['enquiries', 'Enquiries', UserEnquiries],
  ['devices', 'Devices', Devices],
] as const

function MemberKycTab({
  user,
  onDialog,
}: {
  user: UserDetail
  onDialog: (opened: boolean) => void
}): ReactElement {
  return <MemberKyc memberId={user.memberId} onDialog={onDialog} />
}

function Detail({
  user,
  onDialog,
}: {
  user: UserDetail
  onDialog: (opened: boolean) => void
}): ReactElement {
  return (
    <>
      <Group justify="space-between" wrap="nowrap">
        <StatusTag status={user.status} />
        <div className={classes.points}>
          <Text fw={600} fz="xl">{`${formatNumber(user.available)} points`}</Text>
          {user.held > 0 && <span>{`${formatNumber(user.held)} more held`}</span>}
        </div>
      </Group>
      <UserActions user={user} onDialog={onDialog} />
      <Tabs
        defaultValue="profile"
        keepMounted={false}
        classNames={{ root: classes.root, list: classes.tabs }}
      >
        <Tabs.List aria-label="About this member">
          {TABS.map(([value, label]) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {TABS.map(([value, , Panel]) => (
          <Tabs.Panel key={value} value={value} className={classes.panel}>
            <Panel user={user} onDialog={onDialog} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  )
}

/** One member: who they are, what they have, what they did, and what may be done. */
export function UserDrawer({
  id,
  onClose,
}: {
  id: string | undefined
  onClose: () => void
}): ReactElement {
  const [held, setHeld] = useState(false)
  const query = useQuery(userOptions(id))
  const title = query.data ? `${query.data.name} (${query.data.code})` : 'Member'
  return (
    <DetailDrawer id={id} title={title} query={query} held={held} size={560} onClose={onClose}>
      {(user) => <Detail key={user.memberId} user={user} onDialog={setHeld} />}
    </DetailDrawer>
  )
}
