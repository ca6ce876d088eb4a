import type { ReactElement } from 'react'
import { KYC_FIELD_NAMES } from '../../../../contract/people/kyc-states.ts'
import { type KycDetail } from '../../../../contract/people/kyc.ts'
import { Timeline, type TimelineEntry } from '../../../ui/timeline.tsx'
import { ACTION_STYLES, DECISION_STYLES, reasonInWords } from './kyc-words.tsx'

type Event = KycDetail['events'][number]

const TONES: Record<string, TimelineEntry['tone']> = { green: 'good', yellow: 'warn', red: 'bad' }

function titleOf({ action, field, decision }: Event): string {
  if (decision) return DECISION_STYLES[decision].label
  if (!field) return ACTION_STYLES[action].label
  const name = KYC_FIELD_NAMES[field]
  switch (action) {
    case 'field_accepted':
      return `${name} accepted`
    case 'field_refused':
      return `${name} refused`
    case 'revealed':
      return `${name} revealed in full`
    default:
      return `${name}: ${ACTION_STYLES[action].label.toLowerCase()}`
  }
}

/** What happened to a KYC, newest first: who, when, why. */
export function KycTimeline({ events }: Pick<KycDetail, 'events'>): ReactElement {
  return (
    <Timeline
      label="What happened, newest first"
      entries={events.toReversed().map((event) => {
        const { tone, Picture } = event.decision
          ? DECISION_STYLES[event.decision]
          : ACTION_STYLES[event.action]
        return {
          key: event.eventId,
          at: event.at,
          by: event.by,
          title: event.round > 1 ? `${titleOf(event)} (round ${event.round})` : titleOf(event),
          detail: reasonInWords(event.reason, event.note),
          tone: TONES[tone],
          icon: <Picture size={15} stroke={1.8} />,
        }
      })}
    />
  )
}
