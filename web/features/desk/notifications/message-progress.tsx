import type { ReactElement } from 'react'
import type {
  NotificationDetail,
  NotificationRow,
} from '../../../../contract/desk/notifications.ts'
import { formatAmount, formatNumber } from '../../../lib/format.ts'
import { useNow } from '../../../lib/use-now.ts'
import { useQuietWords } from './channels.ts'
import classes from './messages.module.css'
import { reachedInWords } from './message-words.tsx'

const CLOCK_MS = 30_000

type Counts = NotificationRow['counts']

const shareOf = ({ audience, reached }: Counts): number =>
  audience ? Math.min(100, (reached / audience) * 100) : 0

/** How many have it, in a line of a list. */
export function ReachedLine({ counts }: { counts: Counts }): ReactElement | null {
  const words = reachedInWords(counts)
  if (words === null) return null
  return (
    <span className={classes.reached}>
      <span className={classes.bar} aria-hidden>
        <span style={{ width: `${shareOf(counts)}%` }} />
      </span>
      <span>{words}</span>
    </span>
  )
}

const NOTES: Partial<Record<NotificationDetail['state'], string>> = {
  sending: 'It goes on when you leave.',
  stopped: 'It is stopped: whoever has it keeps it, nobody else gets it until it is resumed.',
}

/** Through by SMS or push, whatever became of it. */
const through = ({ webhook: { sent, failed, unknown } }: Counts): number => sent + failed + unknown

/** How far the sending is, while it is not at its end; with two channels each has half of the way. */
export function SendingProgress({ message }: { message: NotificationDetail }): ReactElement | null {
  const { counts, state, channels } = message
  const { audience, reached } = counts
  const quiet = useQuietWords(message, useNow(CLOCK_MS))
  const note = NOTES[state]
  if (note === undefined || audience === null) return null
  const both = channels.includes('webhook')
  const done = reached + (both ? through(counts) : 0)
  const total = audience * (both ? 2 : 1)
  const inbox = `${formatNumber(reached)} of ${formatAmount(audience, 'member')} reached`
  const words = both
    ? `${inbox}, ${formatNumber(through(counts))} through by SMS or push.`
    : `${inbox}.`
  return (
    <div className={classes.progress}>
      <div
        className={classes.track}
        role="progressbar"
        aria-label="Sending"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        aria-valuetext={words}
      >
        <span style={{ width: `${total === 0 ? 100 : Math.min(100, (done / total) * 100)}%` }} />
      </div>
      <p>
        <b>{words}</b> {note} {counts.webhook.waiting > 0 && quiet}
      </p>
    </div>
  )
}
