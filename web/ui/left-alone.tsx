import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import classes from './left-alone.module.css'

/** A thing by its number, and why nothing was done about it. */
export type LeftRow = { number: string; reason: string }

/** Of many, those that an act left as they were, each with its reason. */
export function LeftAlone({ left }: { left: readonly LeftRow[] }): ReactElement {
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={18} />} title="These were left alone">
      <ul className={classes.left}>
        {left.map(({ number, reason }) => (
          <li key={number}>{`${number}: ${reason}`}</li>
        ))}
      </ul>
    </Alert>
  )
}
