import { Text } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowUpRight,
  IconCheck,
  IconCircle,
  IconHelpCircle,
  IconPlus,
  IconX,
  type Icon,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { PaymentAttempt } from '../../../../contract/money/payments.ts'
import { CopyText } from '../../../ui/copy-text.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { Timeline, type TimelineEntry } from '../../../ui/timeline.tsx'
import { inRupees } from './payment-lists.tsx'
import { stageInWords } from '../../../../contract/money/payment-words.ts'
import { PaymentTag, providerName } from './payment-words.tsx'
import classes from './payment-story.module.css'

type Style = { Picture: Icon; tone?: TimelineEntry['tone'] }
/** By the words of an event: they come ready to read, so its sign is found by what they tell. */
const STYLES: readonly (readonly [words: RegExp, style: Style])[] = [
  [/came back/i, { Picture: IconArrowBackUp, tone: 'bad' }],
  [/fail|declin/i, { Picture: IconX, tone: 'bad' }],
  [/lost|before a person/i, { Picture: IconHelpCircle, tone: 'warn' }],
  [/^paid|approved/i, { Picture: IconCheck, tone: 'good' }],
  [/sent/i, { Picture: IconArrowUpRight }],
  [/queued|proposed/i, { Picture: IconPlus }],
]
const styleOf = (what: string): Style =>
  STYLES.find(([words]) => words.test(what))?.[1] ?? { Picture: IconCircle }

function History({ attempt }: { attempt: PaymentAttempt }): ReactElement {
  return (
    <Timeline
      label={`History of ${attempt.number ?? 'the payment'}`}
      entries={attempt.events.map(({ at, by, what, note }, index) => {
        const { Picture, tone } = styleOf(what)
        const icon = <Picture size={15} stroke={1.8} />
        return { key: `${at} ${index}`, at, by, title: what, detail: note, icon, tone }
      })}
    />
  )
}

function Details({ attempt }: { attempt: PaymentAttempt }): ReactElement {
  const { utr, providerId, nextPollAt, sentAt } = attempt
  return (
    <div className={classes.attempt}>
      <Facts
        facts={[
          ['To', attempt.destination],
          [
            'Sent by',
            [providerName(attempt.provider), attempt.mode].filter(Boolean).join(', ') || null,
          ],
          ['Where it is', stageInWords(attempt)],
          ['Why it failed', attempt.failure?.words ?? null],
          ['Pays out', inRupees(attempt.netPaise)],
          ['Tax', inRupees(attempt.taxPaise)],
          ['UTR', utr && <CopyText text={utr} />],
          ['Provider’s id', providerId && <CopyText text={providerId} />],
          ['Sent', sentAt && <Moment at={sentAt} />],
          ['Checked next', nextPollAt && <Moment at={nextPollAt} />],
          ['Bank file', attempt.bankFileNumber],
          ['Begun by', attempt.initiatedBy],
          ['Why', attempt.reason],
          ['Decided by', attempt.decidedBy],
        ]}
      />
      {attempt.events.length > 0 && <History attempt={attempt} />}
    </div>
  )
}

/** Each attempt to pay, the newest open. */
export function Attempts({ attempts }: { attempts: readonly PaymentAttempt[] }): ReactElement {
  if (attempts.length === 0) return <Text c="dimmed">Nobody has sent it yet.</Text>
  return (
    <ol className={classes.attempts} aria-label="Attempts, newest first">
      {attempts.map((attempt, index) => (
        <li key={attempt.rowId}>
          <details open={index === 0}>
            <summary>
              <b>{`${attempt.attempt}. ${attempt.number ?? ''}`}</b>
              <PaymentTag state={attempt.state} />
            </summary>
            <Details attempt={attempt} />
          </details>
        </li>
      ))}
    </ol>
  )
}
