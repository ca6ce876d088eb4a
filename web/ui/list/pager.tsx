import { Button, NativeSelect } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import { COUNT_LIMIT, PAGE_SIZES } from '../../../contract/paging.ts'
import { formatCount } from '../../lib/format.ts'
import classes from './list-page.module.css'
import type { Noun } from '../../../contract/lists/define.ts'
import type { Turn } from './types.ts'

type Turning = {
  limit: number
  next: string | null
  previous: string | null
  onFirst: boolean
  onChange: Turn
}

function countInWords(count: number, [one, many]: Noun): string {
  return `${formatCount(count, COUNT_LIMIT)} ${count === 1 ? one : many}`
}

function Turns({ limit, next, previous, onFirst, onChange }: Turning): ReactElement {
  const sizes: number[] = [...PAGE_SIZES]
  if (!sizes.includes(limit)) sizes.unshift(limit)
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label="Rows per page"
        value={limit}
        data={sizes.map((size) => ({ value: String(size), label: `${size} rows` }))}
        onChange={(event) => onChange({ limit: Number(event.currentTarget.value) })}
      />
      {!onFirst && (
        <Button size="xs" variant="subtle" onClick={() => onChange({})}>
          First page
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        disabled={previous === null}
        leftSection={<IconChevronLeft size={14} stroke={1.8} aria-hidden />}
        onClick={() => onChange({ before: previous ?? undefined })}
      >
        Previous
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={next === null}
        rightSection={<IconChevronRight size={14} stroke={1.8} aria-hidden />}
        onClick={() => onChange({ after: next ?? undefined })}
      >
        Next
      </Button>
    </>
  )
}

/** How many there are; and, where there are pages, how many rows one has, the way on and back. */
export function Pager({
  count,
  noun,
  empty,
  children,
  ...turning
}: Turning & {
  count: number | null
  noun: Noun
  empty: boolean
  /** Stands beside the count. */
  children?: ReactNode
}): ReactElement {
  return (
    <nav className={classes.pager} aria-label="Pages">
      <span role="status">{count !== null && countInWords(count, noun)}</span>
      <div className={classes.beside}>{children}</div>
      {!(empty && turning.onFirst) && <Turns {...turning} />}
    </nav>
  )
}
