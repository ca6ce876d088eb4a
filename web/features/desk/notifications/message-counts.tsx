import type { ReactElement } from 'react'
import {
  DELIVERY_STATES,
  type DeliveryState,
  type NotificationDetail,
} from '../../../../contract/desk/notifications.ts'
import { formatNumber } from '../../../lib/format.ts'
import { PageLink } from '../../../ui/page-link.tsx'
import { readShare, WEBHOOK_STYLES } from './message-words.tsx'
import classes from './messages.module.css'

const PAGE = '/dashboard/notifications'

function Count({
  name,
  meaning,
  value,
  search,
}: {
  name: string
  meaning: string
  value: number
  /** The members behind it. */
  search: Record<string, unknown>
}): ReactElement {
  return (
    <div className={classes.count}>
      <dt>
        {name}
        <span>{meaning}</span>
      </dt>
      <dd>
        {value > 0 ? (
          <PageLink to={PAGE} search={search}>
            {formatNumber(value)}
          </PageLink>
        ) : (
          '0'
        )}
      </dd>
    </div>
  )
}

/** How many have it, read it, and what the sender of SMS or push did: each number with its meaning. */
export function MessageCounts({ message }: { message: NotificationDetail }): ReactElement {
  const { counts, notificationId, channels } = message
  const of = (filter: Record<string, unknown> = {}) => ({ of: notificationId, ...filter })
  const share = readShare(counts)
  const shown = (state: DeliveryState): boolean =>
    counts.webhook[state] > 0 || state === 'sent' || state === 'failed' || state === 'unknown'
  return (
    <dl className={classes.counts}>
      <div className={classes.count}>
        <dt>
          Audience
          <span>Members who were in it when the sending began.</span>
        </dt>
        <dd>{formatNumber(counts.audience ?? 0)}</dd>
      </div>
      <Count
        name="Reached"
        meaning="It stands in their inbox in the app."
        value={counts.reached}
        search={of()}
      />
      <Count
        name={share === null ? 'Read' : `Read (${share})`}
        meaning="They opened it in the app."
        value={counts.read}
        search={of({ read: 'yes' })}
      />
      {channels.includes('webhook') &&
        DELIVERY_STATES.filter(shown).map((state) => (
          <Count
            key={state}
            name={`SMS or push: ${WEBHOOK_STYLES[state].label.toLowerCase()}`}
            meaning={WEBHOOK_STYLES[state].meaning}
            value={counts.webhook[state]}
            search={of({ webhook: state })}
          />
        ))}
    </dl>
  )
}
