import { Text } from '@mantine/core'
import type { ReactElement } from 'react'
import type { UserDetail } from '../../../../contract/desk/users.ts'
import { formatAmount, formatDayOf } from '../../../lib/format.ts'
import { Tag } from '../../../ui/tag.tsx'
import classes from './member-rows.module.css'

/** The phones the member scanned with, newest first. */
export function Devices({ user: { devices } }: { user: UserDetail }): ReactElement {
  if (devices.length === 0) {
    return <Text c="dimmed">No scan has named a device yet.</Text>
  }
  return (
    <ul className={classes.rows}>
      {devices.map(({ device, firstAt, lastAt, scans, others }) => (
        <li key={device}>
          <div>
            {device}
            <span>{formatAmount(scans, 'scan')}</span>
          </div>
          <small>
            {`${formatDayOf(firstAt)} to ${formatDayOf(lastAt)}`}
            {others > 0 && (
              <>
                {' '}
                <Tag tone="yellow">{`${formatAmount(others, 'other member')} too`}</Tag>
              </>
            )}
          </small>
        </li>
      ))}
    </ul>
  )
}
