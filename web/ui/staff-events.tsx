import { Text } from '@mantine/core'
import {
  IconArrowsExchange,
  IconEdit,
  IconEye,
  IconInfoCircle,
  IconKey,
  IconPlus,
  IconUserCheck,
  IconUserOff,
  type Icon,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { Timeline } from './timeline.tsx'

export type StaffEvent = {
  at: string
  by: string
  action: string
  words: string
  reason: string | null
}

/** By what the name of the action holds, the first that fits. */
const PICTURES: readonly (readonly [RegExp, Icon])[] = [
  [/deactivat/, IconUserOff],
  [/reactivat/, IconUserCheck],
  [/creat|onboard|added/, IconPlus],
  [/move/, IconArrowsExchange],
  [/reset|password|link/, IconKey],
  [/reveal/, IconEye],
  [/chang|correct|edit/, IconEdit],
]

const pictureOf = (action: string): Icon =>
  PICTURES.find(([pattern]) => pattern.test(action))?.[1] ?? IconInfoCircle

/** What staff did to a thing, in the words of the server, with the reason they gave. */
export function StaffEvents({
  label,
  events,
}: {
  label: string
  events: readonly StaffEvent[]
}): ReactElement {
  if (events.length === 0) return <Text c="dimmed">Nothing is on record.</Text>
  return (
    <Timeline
      label={label}
      entries={events.map(({ at, by, action, words, reason }, index) => {
        const Picture = pictureOf(action)
        const icon = <Picture size={15} stroke={1.8} />
        return { key: `${at} ${index}`, at, by, title: words, detail: reason, icon }
      })}
    />
  )
}
