import {
  IconArrowBackUp,
  IconBan,
  IconCheck,
  IconCircleX,
  IconFileDownload,
  IconLock,
  IconLockOpen,
  IconPencil,
  IconPlus,
  IconRefresh,
  IconSettings,
  IconToggleLeft,
  IconToggleRight,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { BatchDetail } from '../../../../contract/programme/batches.ts'
import { formatAmount, formatNumber } from '../../../lib/format.ts'
import { Timeline, type EventStyle } from '../../../ui/timeline.tsx'
import { FORMAT_WORDS } from './taking-words.ts'

const EVENTS: Record<string, EventStyle> = {
  request: { title: 'Requested', Picture: IconPlus },
  change: { title: 'Request changed', Picture: IconPencil },
  withdraw: { title: 'Withdrawn', Picture: IconArrowBackUp },
  approve: { title: 'Approved', tone: 'good', Picture: IconCheck },
  reject: { title: 'Rejected', tone: 'bad', Picture: IconCircleX },
  generate: { title: 'Coupons generated', tone: 'good', Picture: IconSettings },
  retry: { title: 'Generation started again', Picture: IconRefresh },
  print: { title: 'Print file given out', Picture: IconFileDownload },
  close: { title: 'Closed', Picture: IconLock },
  block: { title: 'Blocked', tone: 'bad', Picture: IconBan },
  unblock: { title: 'Unblocked', Picture: IconLockOpen },
}

const CHANGES: Record<string, EventStyle> = {
  activate: { title: 'activated', tone: 'good', Picture: IconToggleRight },
  deactivate: { title: 'deactivated', tone: 'warn', Picture: IconToggleLeft },
  block: { title: 'blocked', tone: 'bad', Picture: IconBan },
  unblock: { title: 'unblocked', Picture: IconLockOpen },
}

const styleOf = (styles: Record<string, EventStyle>, action: string): EventStyle =>
  styles[action] ?? { title: action, Picture: IconSettings }
/** `csv, cartons, 1 to 40` as a sentence. */
function printWords(note: string): string {
  const [format = '', ...rest] = note.split(', ')
  const cartons = rest.includes('cartons')
  const run = rest.find((part) => part.includes(' to '))
  const known: Record<string, string> = FORMAT_WORDS
  const words = known[format] ?? format
  const what = cartons ? `Carton labels as ${words}` : `As ${words}`
  return run === undefined ? what : `${what}, ${cartons ? 'cartons' : 'serials'} ${run}`
}

/** What happened to the batch as a whole, oldest first. */
export function BatchEvents({ events }: Pick<BatchDetail, 'events'>): ReactElement {
  return (
    <Timeline
      label="History of the batch, oldest first"
      entries={events.map(({ at, by, action, note }, index) => {
        const { title, tone, Picture } = styleOf(EVENTS, action)
        const detail = action === 'print' && note !== null ? printWords(note) : note
        const icon = <Picture size={15} stroke={1.8} />
        return { key: `${at} ${index}`, at, by, title, tone, detail, icon }
      })}
    />
  )
}

/** What happened to its coupons, newest first. */
export function BatchChanges({ changes }: Pick<BatchDetail, 'changes'>): ReactElement {
  return (
    <Timeline
      label="Changes of its coupons, newest first"
      entries={changes.map((change) => {
        const { title, tone, Picture } = styleOf(CHANGES, change.action)
        const run = `Serials ${formatNumber(change.fromSerial)} to ${formatNumber(change.toSerial)}`
        const one = `Serial ${formatNumber(change.fromSerial)}`
        const serials = change.fromSerial === change.toSerial ? one : run
        return {
          key: String(change.changeId),
          at: change.at,
          by: change.by,
          title: `${formatAmount(change.changed, 'coupon')} ${title}`,
          tone,
          detail: change.reason ? `${serials} · ${change.reason}` : serials,
          icon: <Picture size={15} stroke={1.8} />,
        }
      })}
    />
  )
}
