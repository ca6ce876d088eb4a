import type { ReactElement } from 'react'
import { SHIFT_LABELS } from '../../../../contract/people/shifts.ts'
import type { WorkerRow } from '../../../../contract/people/workers.ts'
import { formatMoment } from '../../../lib/format.ts'
import { PageLink } from '../../../ui/page-link.tsx'
import classes from './onboard.module.css'
import { StatusTag } from './worker-words.tsx'

/** Workers in short, each with the way to their detail. */
export function WorkerLines({
  label,
  workers,
}: {
  label: string
  workers: readonly WorkerRow[]
}): ReactElement {
  return (
    <ul className={classes.lines} aria-label={label}>
      {workers.map(({ staffId, name, employeeCode, plantName, shift, status, addedAt }) => (
        <li key={staffId}>
          <span>
            <PageLink to="/dashboard/workerlist" search={{ open: String(staffId) }}>
              {name}
            </PageLink>
            <small>{`${employeeCode}, ${plantName}, ${SHIFT_LABELS[shift]} shift, added ${formatMoment(addedAt)}`}</small>
          </span>
          <StatusTag status={status} />
        </li>
      ))}
    </ul>
  )
}
