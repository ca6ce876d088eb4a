import { Alert, Button, Skeleton, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactElement, ReactNode } from 'react'
import type { Page } from '../../../../contract/paging.ts'
import { sentenceOf } from '../../../lib/api-error.ts'
import classes from './member-rows.module.css'

export const ROWS_SHOWN = 10

/** The newest rows of something of one member, one below the other. */
export function MemberRows<Row>({
  query,
  none,
  rowId,
  children,
}: {
  query: UseQueryResult<Page<Row>>
  none: string
  rowId: (row: Row) => string
  children: (row: Row) => { left: ReactNode; under: ReactNode; right: ReactNode }
}): ReactElement {
  if (query.isError) {
    return (
      <Alert color="red" icon={<IconAlertTriangle size={18} />} role="alert">
        <Text>{sentenceOf(query.error)}</Text>
        <Button size="xs" mt="xs" variant="default" onClick={() => void query.refetch()}>
          Try again
        </Button>
      </Alert>
    )
  }
  if (query.isPending) return <Skeleton height={180} aria-label="Loading" />
  if (query.data.items.length === 0) return <Text c="dimmed">{none}</Text>
  return (
    <ul className={classes.rows}>
      {query.data.items.map((row) => {
        const { left, under, right } = children(row)
        return (
          <li key={rowId(row)}>
            <div>
              {left}
              <span>{right}</span>
            </div>
            <small>{under}</small>
          </li>
        )
      })}
    </ul>
  )
}
