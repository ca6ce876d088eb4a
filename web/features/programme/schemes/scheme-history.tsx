import {
  IconAdjustments,
  IconFlag,
  IconInfoCircle,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { SchemeDetail } from '../../../../contract/programme/schemes.ts'
import { Section } from '../../../ui/facts.tsx'
import { Timeline, type EventStyle } from '../../../ui/timeline.tsx'

const EVENTS: Record<string, EventStyle> = {
  draft: { title: 'Drafted', Picture: IconPlus },
  edit: { title: 'Draft changed', Picture: IconPencil },
  activate: { title: 'Activated', tone: 'good', Picture: IconPlayerPlay },
  pause: { title: 'Paused', tone: 'warn', Picture: IconPlayerPause },
  resume: { title: 'Resumed', tone: 'good', Picture: IconPlayerPlay },
  change: { title: 'Budget or last day changed', Picture: IconAdjustments },
  end: { title: 'Ended', Picture: IconFlag },
}

/** What happened to the scheme, oldest first. */
export function SchemeHistory({ events }: Pick<SchemeDetail, 'events'>): ReactElement {
  return (
    <Section title="History">
      <Timeline
        label="History of the scheme, oldest first"
        entries={events.map(({ at, by, action, note }, index) => {
          const { title, tone, Picture } = EVENTS[action] ?? {
            title: action,
            Picture: IconInfoCircle,
          }
          const byClock = action === 'end' && by === null
          const icon = <Picture size={15} stroke={1.8} />
          const detail = note ?? (byClock ? 'Its last day had passed.' : null)
          return { key: `${at} ${index}`, at, by, title, tone, detail, icon }
        })}
      />
    </Section>
  )
}
