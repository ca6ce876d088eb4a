import type { Icon } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import { formatMoment, formatRelative } from '../lib/format.ts'
import classes from './timeline.module.css'

export type TimelineEntry = {
  key: string
  at: string
  /** The moment in the words of another language than English. */
  when?: string
  icon: ReactNode
  title: string
  detail?: string | null
  by?: string | null
  tone?: 'neutral' | 'good' | 'warn' | 'bad'
  /** What can be done about it. */
  action?: ReactNode
}

/** How one kind of event is told. */
export type EventStyle = { title: string; tone?: TimelineEntry['tone']; Picture: Icon }

/** What happened, one below the other: what, who, when, why. The caller chooses the order. */
export function Timeline({
  entries,
  label,
}: {
  entries: readonly TimelineEntry[]
  label: string
}): ReactElement {
  return (
    <ol className={classes.list} aria-label={label}>
      {entries.map(({ key, at, when, icon, title, detail, by, tone, action }) => (
        <li key={key} className={classes.entry} data-tone={tone ?? 'neutral'}>
          <span className={classes.mark} aria-hidden>
            {icon}
          </span>
          <div className={classes.body}>
            <p className={classes.title}>{title}</p>
            {detail && <p className={classes.detail}>{detail}</p>}
            <p className={classes.when}>
              <time dateTime={at} title={when === undefined ? formatRelative(at) : undefined}>
                {when ?? formatMoment(at)}
              </time>
              {by && ` · ${by}`}
            </p>
            {action}
          </div>
        </li>
      ))}
    </ol>
  )
}
