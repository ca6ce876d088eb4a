import {
  IconCalculator,
  IconCash,
  IconCheck,
  IconInfoCircle,
  IconLock,
  IconLockOpen,
  IconLockQuestion,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { SettlementAction, SettlementDetail } from '../../../../contract/money/settlements.ts'
import { formatWord } from '../../../lib/format.ts'
import { Timeline, type EventStyle } from '../../../ui/timeline.tsx'

const EVENTS: Record<SettlementAction, EventStyle> = {
  compute: { title: 'Computed', Picture: IconCalculator },
  approve: { title: 'Approved and locked', tone: 'good', Picture: IconCheck },
  settle: { title: 'Settled', tone: 'good', Picture: IconCash },
  'ask-reopen': { title: 'Asked to be opened again', tone: 'warn', Picture: IconLockQuestion },
  reopen: { title: 'Opened again', tone: 'warn', Picture: IconLockOpen },
  'keep-closed': { title: 'Kept closed', Picture: IconLock },
}
const isKnown = (action: string): action is SettlementAction => action in EVENTS

/** What happened to a settlement, in the order in which the API gives it. */
export function SettlementEvents({ events }: Pick<SettlementDetail, 'events'>): ReactElement {
  return (
    <Timeline
      label="History of the settlement"
      entries={events.map(({ at, by, action, note }, index) => {
        const { title, tone, Picture } = isKnown(action)
          ? EVENTS[action]
          : { title: formatWord(action), tone: undefined, Picture: IconInfoCircle }
        const icon = <Picture size={15} stroke={1.8} />
        return { key: `${at} ${index}`, at, by, title, tone, detail: note, icon }
      })}
    />
  )
}
