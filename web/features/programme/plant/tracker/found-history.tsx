import {
  IconBan,
  IconGift,
  IconLockOpen,
  IconPrinter,
  IconToggleLeft,
  IconToggleRight,
  type Icon,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { PlantFound } from '../../../../../contract/programme/plant.ts'
import { Timeline, type TimelineEntry } from '../../../../ui/timeline.tsx'
import { useLanguage } from '../../../../lib/read-language.ts'
import { useWords } from '../language.ts'
import { dayOfMomentIn, formatRun, momentIn } from '../plant-format.ts'
import { TRACKER_WORDS } from './tracker-words.ts'

type Moment = PlantFound['history'][number]

const STYLES: Record<Moment['action'], { tone: TimelineEntry['tone']; Picture: Icon }> = {
  generated: { tone: 'neutral', Picture: IconPrinter },
  activate: { tone: 'good', Picture: IconToggleRight },
  deactivate: { tone: 'warn', Picture: IconToggleLeft },
  block: { tone: 'bad', Picture: IconBan },
  unblock: { tone: 'neutral', Picture: IconLockOpen },
  scanned: { tone: 'good', Picture: IconGift },
}

/** What the plant and the office did with it, newest first; of a scan its day only. */
export function FoundHistory({ history }: Pick<PlantFound, 'history'>): ReactElement {
  const language = useLanguage()
  const words = useWords(TRACKER_WORDS)
  if (history.length === 0) return <p>{words.noHistory}</p>
  const entryOf = (moment: Moment, index: number): TimelineEntry => {
    const { at, action, by, reason, device, fromSerial, toSerial } = moment
    const { tone, Picture } = STYLES[action]
    const run = fromSerial === null ? null : formatRun(fromSerial, toSerial ?? fromSerial)
    return {
      key: `${at} ${index}`,
      at,
      when: action === 'scanned' ? dayOfMomentIn(language, at) : momentIn(language, at),
      title: words.actions[action],
      detail: [run && words.serialRun(run), reason, device].filter(Boolean).join(' · '),
      by,
      tone,
      icon: <Picture size={15} stroke={1.8} />,
    }
  }
  return <Timeline label={words.history} entries={history.map(entryOf)} />
}
