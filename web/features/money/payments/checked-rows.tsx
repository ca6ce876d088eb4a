import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { formatPaise } from '../../../../contract/money.ts'
import { sentenceOf } from '../../../lib/api-error.ts'
import { Checklist } from '../redemptions/checklist.tsx'
import { VerdictTag } from '../redemptions/redemption-words.tsx'
import classes from './checked-rows.module.css'
import type { Payable } from './payable.ts'
import { storyOptions } from './payment-queries.ts'

/** More checklists than these are not looked through before an act; each is made again at sending. */
const MOST_CHECKED = 20

function CheckedRow({
  row,
  open,
  ask,
}: {
  row: Payable
  open: boolean
  ask: boolean
}): ReactElement {
  const { redemptionId, redemptionNumber, memberName, destination, grossPaise } = row
  const { data, error } = useQuery({
    ...storyOptions(redemptionId),
    enabled: ask,
    refetchInterval: false,
  })
  return (
    <li>
      <details open={open}>
        <summary>
          <span className={classes.who}>
            <b>{memberName}</b>
            <small>{[redemptionNumber, destination].filter(Boolean).join(' · ')}</small>
          </span>
          {data?.verdict && <VerdictTag verdict={data.verdict} />}
          <span className={classes.amount}>{formatPaise(grossPaise)}</span>
        </summary>
        <div className={classes.lines}>
          {data ? (
            <Checklist lines={data.checklist} />
          ) : error ? (
            <Text
              size="sm"
              role="alert"
            >{`Its checklist could not be shown. ${sentenceOf(error)}`}</Text>
          ) : ask ? (
            <Skeleton height={120} aria-label="Loading the checklist" />
          ) : (
            <Text size="sm" c="dimmed">
              Its checklist is made when it is sent.
            </Text>
          )}
        </div>
      </details>
    </li>
  )
}

/** What will be paid again, each with its checklist to look into. */
export function CheckedRows({ rows }: { rows: readonly Payable[] }): ReactElement {
  return (
    <ul className={classes.checked} aria-label="What is paid again">
      {rows.map((row, index) => (
        <CheckedRow
          key={row.redemptionId}
          row={row}
          open={rows.length === 1}
          ask={index < MOST_CHECKED}
        />
      ))}
    </ul>
  )
}
