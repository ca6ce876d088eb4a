import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import {
  approveStaffChange,
  rejectStaffChange,
  withdrawStaffChange,
  type StaffChange,
} from '../../../../contract/people/staff-changes.ts'
import { call } from '../../../lib/api.ts'
import { formatMoment } from '../../../lib/format.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { DecideActs, type Decision } from '../../../ui/decide-acts.tsx'
import { ProposedBy, Waiting } from '../../../ui/waiting.tsx'
import { afterChange, staffChangesOptions } from './staff-change-queries.ts'

const MANAGES = { propose: 'staff.manage', decide: 'staff.manage' } as const
type OnServer = (email: string) => void

function Change({ change, onServer }: { change: StaffChange; onServer: OnServer }): ReactElement {
  const client = useQueryClient()
  const { changeId, name, words, dueAt, proposedBy, whyNot } = change
  const params = { changeId }
  const refresh = (said: string): void => {
    void client.invalidateQueries({ queryKey: staffChangesOptions().queryKey.slice(0, 1) })
    notifyDone(said)
  }
  const decision: Decision = {
    thing: `what is proposed about ${name}`,
    effect: words,
    proposedBy,
    whyNot,
    async approve(note) {
      const done = await call(approveStaffChange, { params, body: { note: note || undefined } })
      afterChange(client, done, onServer)
    },
    async reject(note) {
      await call(rejectStaffChange, { params, body: { note } })
      refresh(`What was proposed about ${name} is rejected.`)
    },
    async withdraw() {
      await call(withdrawStaffChange, { params })
      refresh('Your proposal is withdrawn.')
    },
  }
  return (
    <li>
      <div>
        <p>{words}</p>
        {dueAt && (
          <p>{`Nobody else can approve it: it takes effect on ${formatMoment(dueAt)} unless somebody rejects it.`}</p>
        )}
        <ProposedBy change={change} />
      </div>
      <DecideActs decision={decision} permissions={MANAGES} />
    </li>
  )
}

/** What waits for a second person about one account, or about all of them. */
export function WaitingChanges({
  changes,
  onServer,
}: {
  changes: readonly StaffChange[]
  onServer: OnServer
}): ReactElement | null {
  if (changes.length === 0) return null
  return (
    <Waiting>
      {changes.map((change) => (
        <Change key={change.changeId} change={change} onServer={onServer} />
      ))}
    </Waiting>
  )
}

export function AllWaitingChanges({ onServer }: { onServer: OnServer }): ReactElement | null {
  const { data } = useQuery(staffChangesOptions())
  return <WaitingChanges changes={data?.items ?? []} onServer={onServer} />
}
