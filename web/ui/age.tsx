import { IconClockExclamation } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { formatDuration, formatMoment } from '../lib/format.ts'
import { useNow } from '../lib/use-now.ts'
import { Tag } from './tag.tsx'

const MINUTE_MS = 60_000

/** How long something has waited; marked from `lateHours` on, when that is too long. */
export function Age({ since, lateHours }: { since: string; lateHours: number }): ReactElement {
  const now = useNow(MINUTE_MS)
  const seconds = (now - Date.parse(since)) / 1000
  const words = seconds < 60 ? 'under a minute' : formatDuration(seconds - (seconds % 60))
  return (
    <time dateTime={since} title={formatMoment(since)}>
      {seconds > lateHours * 3600 ? (
        <Tag tone="yellow" Picture={IconClockExclamation}>{`${words}, late`}</Tag>
      ) : (
        words
      )}
    </time>
  )
}
