import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { can } from '../../../../contract/permissions.ts'
import {
  approveHeldReport,
  dropPreparedReport,
  listHeldReports,
  rejectHeldReport,
  type HeldReport,
} from '../../../../contract/insight/report-jobs.ts'
import { call } from '../../../lib/api.ts'
import { formatAmount } from '../../../lib/format.ts'
import { useLive } from '../../../lib/live.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { useRole } from '../../../lib/session.ts'
import { DecideActs, type Decision } from '../../../ui/decide-acts.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { Waiting } from '../../../ui/waiting.tsx'

const MANAGES = { propose: 'staff.manage', decide: 'staff.manage' } as const

const heldOptions = () =>
  queryOptions({
    queryKey: ['held-reports'],
    queryFn: ({ signal }) => call(listHeldReports, { signal }),
  })

function Held({ report }: { report: HeldReport }): ReactElement {
  const client = useQueryClient()
  const { jobId, label, filters, askedBy, askedAt, rows, whyNot } = report
  const params = { jobId }
  const done = async ({ message }: { message: string }): Promise<void> => {
    notifyDone(message)
    await client.invalidateQueries(heldOptions())
  }
  const decision: Decision = {
    thing: `the report ${label} of ${askedBy.name}`,
    effect: `${askedBy.name} can take ${formatAmount(rows, 'row')} once.`,
    proposedBy: askedBy,
    whyNot,
    approve: async (note) =>
      done(await call(approveHeldReport, { params, body: { note: note || undefined } })),
    reject: async (note) => done(await call(rejectHeldReport, { params, body: { note } })),
    withdraw: async () => done(await call(dropPreparedReport, { params })),
  }
  return (
    <li>
      <div>
        <p>{`${label}, ${formatAmount(rows, 'row')}: ${filters}`}</p>
        <p>
          {`${askedBy.name} asked for it `}
          <Moment at={askedAt} />
        </p>
      </div>
      <DecideActs decision={decision} permissions={MANAGES} />
    </li>
  )
}

/** Large reports of others that wait for a second person; nothing for who approves none. */
export function HeldReports(): ReactElement | null {
  const client = useQueryClient()
  const enabled = can(useRole(), 'staff.manage')
  const { data } = useQuery({ ...heldOptions(), enabled })
  useLive('notice', () => void client.invalidateQueries(heldOptions()))
  if (!data || data.items.length === 0) return null
  return (
    <Waiting>
      {data.items.map((report) => (
        <Held key={report.jobId} report={report} />
      ))}
    </Waiting>
  )
}
