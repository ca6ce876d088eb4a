import { Button } from '@mantine/core'
import { IconAlertTriangle, IconUsers } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { z } from 'zod'
import type { Audience } from '../../../../contract/people/audience.ts'
import type { countAudience } from '../../../../contract/desk/notifications.ts'
import { formatNumber } from '../../../lib/format.ts'
import { useAudienceCount, useAudienceWords } from './audience-queries.ts'
import classes from './audience.module.css'

type AudienceNumbers = z.output<(typeof countAudience)['response']>

const ofLanguage = ({ en, hi }: AudienceNumbers): string =>
  `${formatNumber(en)} read English, ${formatNumber(hi)} Hindi`

/** "12,430 of 50,112 members; 3,430 read English, 9,000 Hindi". */
function countInWords(count: AudienceNumbers): string {
  const { members, all } = count
  const noun = all === 1 ? 'member' : 'members'
  if (members === 0) return `Nobody of ${formatNumber(all)} ${noun}`
  return `${formatNumber(members)} of ${formatNumber(all)} ${noun}; ${ofLanguage(count)}`
}

function Numbers({ value }: { value: Audience }): ReactElement {
  const { count, readable, counting, failed, again } = useAudienceCount(value)
  if (!readable) return <p className={classes.quiet}>With a number of days it can be counted.</p>
  if (failed)
    return (
      <p className={classes.quiet}>
        It could not be counted just now; what you chose is kept.{' '}
        <Button size="compact-xs" variant="subtle" onClick={again}>
          Count again
        </Button>
      </p>
    )
  // What was counted for the audience before says nothing of this one.
  if (!count || counting) return <p className={classes.quiet}>Counting …</p>
  const nobody = count.members === 0
  return (
    <p data-nobody={nobody || undefined}>
      {nobody && <IconAlertTriangle size={15} stroke={2} aria-hidden />}
      {nobody ? `${countInWords(count)}: choose less narrowly.` : countInWords(count)}
    </p>
  )
}

/** An audience in words with how many it has now. */
export function AudienceCount({ value }: { value: Audience }): ReactElement {
  const words = useAudienceWords()
  return (
    <div className={classes.count} role="status" aria-label="Audience">
      <IconUsers size={18} stroke={1.6} aria-hidden />
      <div>
        <b>{words(value)}</b>
        <Numbers value={value} />
      </div>
    </div>
  )
}
