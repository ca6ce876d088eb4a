import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { memo, type ReactElement, type ReactNode } from 'react'
import { QUEUES } from '../../../../contract/insight/dashboard-figures.ts'
import { monthOf } from '../../../../contract/insight/dashboard-rows.ts'
import { DONE, doneTargets, MONTH_WORK, WORK } from '../../../../contract/insight/dashboard-work.ts'
import { lateOf } from '../../../../contract/insight/dashboard-targets.ts'
import { COUNT_LIMIT } from '../../../../contract/paging.ts'
import { dayOf } from '../../../../contract/time.ts'
import { formatCount, formatDuration, formatMoment } from '../../../lib/format.ts'
import { monthName } from '../../../lib/month.ts'
import type { Dashboard } from './dashboard-queries.ts'
import classes from './dashboard.module.css'
import { Panel } from './panel.tsx'
import { RowsLink } from './rows-link.tsx'
import waits from './waiting.module.css'

const counted = (count: number): string => formatCount(count, COUNT_LIMIT)

/** How long the oldest has waited, as of the figures. */
function Oldest({ since, asOf }: { since: string | null; asOf: string }): ReactElement | null {
  if (since === null) return null
  const seconds = (Date.parse(asOf) - Date.parse(since)) / 1000
  return (
    <time dateTime={since} title={formatMoment(since)}>
      {seconds < 60 ? 'under a minute' : formatDuration(seconds - (seconds % 60))}
    </time>
  )
}

function QueueRow({
  queue: { name, count, oldest, late },
  asOf,
}: {
  queue: Dashboard['queues'][number]
  asOf: string
}): ReactElement {
  const { label, rows } = QUEUES[name]
  const lateRows = lateOf(name)
  return (
    <tr data-none={count === 0 || undefined}>
      <th scope="row">
        <RowsLink target={rows} className={classes.name}>
          {label}
        </RowsLink>
      </th>
      <td data-number>
        <b>{counted(count)}</b>
      </td>
      <td data-number>
        <Oldest since={oldest} asOf={asOf} />
      </td>
      <td data-number>
        {late !== null && late > 0 && lateRows && (
          <RowsLink target={lateRows} className={waits.late}>
            <IconAlertTriangle size={14} stroke={2} aria-hidden />
            {counted(late)}
          </RowsLink>
        )}
        {late === 0 && <span className={waits.none}>None</span>}
        {late === null && <span className={waits.none}>No deadline</span>}
      </td>
    </tr>
  )
}

/** What waits for people: how much, since when, and what is past its deadline. */
export const QueuesPanel = memo(function QueuesPanel({
  title,
  queues,
  asOf,
}: {
  title: string
  queues: Dashboard['queues']
  asOf: string
}): ReactElement {
  return (
    <Panel title={title} half>
      <table className={`${classes.table} ${waits.queues}`}>
        <thead>
          <tr>
            <th scope="col">Queue</th>
            <th scope="col" data-number>
              Waiting
            </th>
            <th scope="col" data-number>
              Oldest
            </th>
            <th scope="col" data-number>
              Past deadline
            </th>
          </tr>
        </thead>
        <tbody>
          {queues.map((queue) => (
            <QueueRow key={queue.name} queue={queue} asOf={asOf} />
          ))}
        </tbody>
      </table>
    </Panel>
  )
})

function Line({ label, count, aside }: { label: string; count: number; aside?: ReactNode }) {
  return (
    <>
      <b>{counted(count)}</b>
      <span className={classes.name}>{label}</span>
      {aside && <small>{aside}</small>}
    </>
  )
}

function Waiting({ data }: { data: Dashboard }): ReactElement {
  const { me, asOf, monthWork } = data
  const work = data.work.filter(({ count }) => count > 0)
  if (work.length + monthWork.length === 0) {
    return (
      <p className={waits.free}>
        <IconCircleCheck size={18} stroke={1.8} aria-hidden />
        Nothing waits for you now.
      </p>
    )
  }
  return (
    <ul className={waits.lines} aria-label="Waits for me">
      {work.map(({ name, count, oldest }) => (
        <li key={name}>
          <RowsLink target={WORK[name].rows(me)} className={waits.line}>
            <Line
              label={WORK[name].label}
              count={count}
              aside={
                oldest && (
                  <>
                    {'oldest '}
                    <Oldest since={oldest} asOf={asOf} />
                  </>
                )
              }
            />
          </RowsLink>
        </li>
      ))}
      {monthWork.map(({ month, state, count }) => (
        <li key={month + state}>
          <RowsLink target={monthOf(month, state)} className={waits.line}>
            <Line label={MONTH_WORK[state]} count={count} aside={monthName(month)} />
          </RowsLink>
        </li>
      ))}
    </ul>
  )
}

function DoneToday({ data: { done, me, asOf } }: { data: Dashboard }): ReactElement {
  const today = dayOf(new Date(asOf))
  if (done.length === 0) return <p className={classes.nothing}>Nothing yet today.</p>
  return (
    <ul className={waits.lines} aria-label="Done by me today">
      {done.map(({ name, count }) => (
        <li key={name}>
          <RowsLink target={doneTargets(name, me, today)} className={waits.line}>
            <Line label={DONE[name].label} count={count} />
          </RowsLink>
        </li>
      ))}
    </ul>
  )
}

/** What waits for whoever looks, as far as they may do it, and what they did today. */
export const WorkPanel = memo(function WorkPanel({ data }: { data: Dashboard }): ReactElement {
  return (
    <Panel title="My work today" half>
      <h3 className={waits.heading}>Waits for me</h3>
      <Waiting data={data} />
      <h3 className={waits.heading}>Done by me today</h3>
      <DoneToday data={data} />
    </Panel>
  )
})
