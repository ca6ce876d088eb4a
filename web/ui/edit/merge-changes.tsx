import { Alert, Button } from '@mantine/core'
import { IconGitMerge } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { Moment } from '../moment.tsx'
import classes from './merge.module.css'
import type { Difference, Side } from './merge.ts'

/** What others changed while a form was open, field by field, each to be kept or taken. */
export function MergeChanges({
  differences,
  onChoose,
}: {
  differences: readonly Difference[]
  onChoose: (difference: Difference, side: Side) => void
}): ReactElement {
  return (
    <Alert
      color="yellow"
      icon={<IconGitMerge size={18} />}
      title="Changed while you had this open"
      className={classes.wide}
    >
      <ul className={classes.list}>
        {differences.map((difference) => (
          <li key={difference.label}>
            <p>
              <Who difference={difference} />
              <b>{`${difference.label}: `}</b>
              {difference.was} → {difference.now}
            </p>
            {difference.choice && <Choice difference={difference} onChoose={onChoose} />}
          </li>
        ))}
      </ul>
    </Alert>
  )
}

function Who({ difference: { by, at } }: { difference: Difference }): ReactElement | null {
  if (by === null || at === null) return null
  return (
    <small>
      {`Changed by ${by} at `}
      <Moment at={at} />
    </small>
  )
}

const SIDES = [
  ['mine', 'Keep mine'],
  ['theirs', 'Take theirs'],
] as const

function Choice({
  difference,
  onChoose,
}: {
  difference: Difference
  onChoose: (difference: Difference, side: Side) => void
}): ReactElement {
  return (
    <Button.Group aria-label={difference.label}>
      {SIDES.map(([side, label]) => (
        <Button
          key={side}
          size="xs"
          variant={difference.choice?.side === side ? 'filled' : 'default'}
          aria-pressed={difference.choice?.side === side}
          onClick={() => onChoose(difference, side)}
        >
          {label}
        </Button>
      ))}
    </Button.Group>
  )
}
