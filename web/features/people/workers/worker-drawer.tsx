import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { LANGUAGE_NAMES } from '../../../../contract/people/members.ts'
import type { WorkerDetail } from '../../../../contract/people/workers.ts'
import {
  formatAmount,
  formatDay,
  formatMobile,
  formatNumber,
  formatRelative,
} from '../../../lib/format.ts'
import { CopyText } from '../../../ui/copy-text.tsx'
import { DetailDrawer } from '../../../ui/detail-drawer.tsx'
import { Facts, Section } from '../../../ui/facts.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { StaffEvents } from '../../../ui/staff-events.tsx'
import { WorkActs } from './work-acts.tsx'
import { WorkerActions } from './worker-actions.tsx'
import classes from './workers.module.css'
import { workerOptions } from './worker-queries.ts'
import { usePlantShifts } from './use-plant-shifts.ts'
import { LastSignIn, shiftWords, StatusTag } from './worker-words.tsx'

function sessionWords({ status, sessions, hasPassword }: WorkerDetail): string {
  if (status === 'deactivated') return 'Cannot sign in'
  if (!hasPassword) return 'Cannot sign in until the one-time link was used'
  return sessions > 0 ? `Signed in with ${formatAmount(sessions, 'session')}` : 'Not signed in'
}

function Detail({ worker }: { worker: WorkerDetail }): ReactElement {
  const shifts = usePlantShifts(worker.plantId)
  const { employeeCode, plantName, shift, mobile, email, language, joinedOn, addedAt } = worker
  return (
    <>
      <Facts
        facts={[
          ['Employee code', <CopyText key="code" text={employeeCode} />],
          ['Plant', plantName],
          ['Shift', shiftWords(shift, shifts)],
          [
            'Mobile',
            mobile ? <CopyText key="mobile" text={mobile} shown={formatMobile(mobile)} /> : 'None',
          ],
          ['E-mail', <CopyText key="email" text={email} />],
          ['Reads in', LANGUAGE_NAMES[language]],
          ['Joined on', joinedOn ? formatDay(joinedOn) : 'Not known'],
          ['Added', <Moment key="added" at={addedAt} />],
        ]}
      />
      <Section title="Signing in">
        <Facts
          facts={[
            ['Sessions', sessionWords(worker)],
            ['Last sign-in', <LastSignIn key="last" worker={worker} />],
          ]}
        />
      </Section>
      <Section title="Work on the line">
        <WorkActs acts={worker.acts} />
      </Section>
      <Section title="What staff did">
        <StaffEvents label="What staff did to the account" events={worker.events} />
      </Section>
    </>
  )
}

/** One worker: who they are, what they did, what was done to the account and what may be done. */
export function WorkerDrawer({
  id,
  onClose,
}: {
  id: string | undefined
  onClose: () => void
}): ReactElement {
  const [held, setHeld] = useState(false)
  const query = useQuery(workerOptions(id))
  const title = query.data ? `${query.data.name} (${query.data.employeeCode})` : 'Worker'
  return (
    <DetailDrawer id={id} title={title} query={query} held={held} size={560} onClose={onClose}>
      {(worker) => (
        <>
          <Group justify="space-between" wrap="nowrap" align="flex-start">
            <StatusTag status={worker.status} />
            <div className={classes.sums}>
              <Text fw={600} fz="xl">{`${formatNumber(worker.activated)} activated`}</Text>
              <span>
                {`${formatNumber(worker.deactivated)} deactivated, ${
                  worker.lastActivityAt
                    ? `last active ${formatRelative(worker.lastActivityAt)}`
                    : 'never active'
                }`}
              </span>
            </div>
          </Group>
          <WorkerActions key={worker.staffId} worker={worker} onDialog={setHeld} />
          <Detail worker={worker} />
        </>
      )}
    </DetailDrawer>
  )
}
