import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { ROLE_NAMES } from '../../../../contract/roles.ts'
import type { StaffDetail } from '../../../../contract/people/staff.ts'
import { CopyText } from '../../../ui/copy-text.tsx'
import { DetailDrawer } from '../../../ui/detail-drawer.tsx'
import { Facts, Section } from '../../../ui/facts.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { StaffEvents } from '../../../ui/staff-events.tsx'
import { AccountActions } from './account-actions.tsx'
import { accountOptions } from './account-queries.ts'
import { deviceWords } from '../../../ui/device-words.ts'
import { StatusTag } from './people-list.tsx'
import classes from './staff.module.css'

/** One account: what may be done with it, where it is signed in, what was done to it. */
export function AccountDrawer({
  id,
  onClose,
}: {
  id: string | undefined
  onClose: () => void
}): ReactElement {
  const [held, setHeld] = useState(false)
  const query = useQuery(accountOptions(id))
  return (
    <DetailDrawer
      id={id}
      title={query.data?.name ?? 'Account'}
      query={query}
      held={held}
      onClose={onClose}
    >
      {(person) => <Detail key={person.staffId} person={person} onDialog={setHeld} />}
    </DetailDrawer>
  )
}

function Detail({
  person,
  onDialog,
}: {
  person: StaffDetail
  onDialog: (opened: boolean) => void
}): ReactElement {
  const { email, role, plantName, lastSignInAt, createdAt, disabledAt, sessions, events } = person
  return (
    <>
      <div>
        <StatusTag {...person} />
      </div>
      <AccountActions person={person} onDialog={onDialog} />
      <Facts
        facts={[
          ['E-mail', <CopyText key="email" text={email} />],
          ['Role', ROLE_NAMES[role]],
          ['Two-factor', person.twoFactor ? 'On' : 'Off'],
          ['Plant', plantName],
          ['Last sign-in', lastSignInAt ? <Moment key="last" at={lastSignInAt} /> : 'Never'],
          ['Since', <Moment key="since" at={createdAt} />],
          ['Disabled', disabledAt && <Moment key="disabled" at={disabledAt} />],
          [
            'Activity',
            <PageLink
              key="did"
              to="/dashboard/manageadmin"
              search={{ show: 'activity', staff: person.staffId }}
            >
              What the person did
            </PageLink>,
          ],
        ]}
      />
      <Section title="Signed in now">
        {sessions.length === 0 ? (
          <Text c="dimmed">Nowhere.</Text>
        ) : (
          <ul className={classes.sessions}>
            {sessions.map(({ createdAt: from, seenAt, address, userAgent }) => (
              <li key={`${from} ${seenAt}`}>
                <b>{deviceWords(userAgent)}</b>
                <span>
                  {'Last used '}
                  <Moment at={seenAt} />
                  {address && `, from ${address}`}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section title="What was done to the account">
        <StaffEvents label="What was done to the account, newest first" events={events} />
      </Section>
    </>
  )
}
