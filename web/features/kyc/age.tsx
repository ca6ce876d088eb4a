import { IconClockExclamation } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { formatDuration, formatMoment } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { Tag } from '../../ui/tag.tsx'

const MINUTE_MS = 60_000
/** From here on a submission has waited too long. */
const LATE_HOURS = 48

/** How long a submission has waited; marked when that is too long. */
export function Age({ since }: { since: string }): ReactElement {
  const now = useNow(MINUTE_MS)
  const seconds = (now - Date.parse(since)) / 1000
  const words = seconds < 60 ? 'less than a minute' : formatDuration(seconds - (seconds % 60))
  return (
    <time dateTime={since} title={formatMoment(since)}>
      {seconds > LATE_HOURS * 3600 ? (
        <Tag tone="yellow" Picture={IconClockExclamation}>{`${words}, late`}</Tag>
      ) : (
        words
      )}
    </time>
  )
}
