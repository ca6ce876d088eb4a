import { Skeleton, Text, VisuallyHidden } from '@mantine/core'
import {
  IconLoader2,
  IconPlayerPause,
  IconPlugConnectedX,
  IconPointFilled,
  type Icon,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState, type ReactElement } from 'react'
import { stateName } from '../../../../contract/india.ts'
import { SCANS_PAGE } from '../../../../contract/insight/live.ts'
import type { ScanRow } from '../../../../contract/programme/scans.ts'
import { formatMobile, formatMoment, formatNumber, formatTime } from '../../../lib/format.ts'
import type { LiveStatus } from '../../../lib/live-topics.ts'
import { useLiveStatus } from '../../../lib/live.ts'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { feedKey } from './feed-rows.ts'
import classes from './live-feed.module.css'
import { ResultTag } from './scan-words.tsx'
import { useFeed, useSaid } from './use-feed.ts'

const STYLES: Record<LiveStatus | 'paused', { words: string; Picture: Icon }> = {
  live: { words: 'Live', Picture: IconPointFilled },
  paused: { words: 'Paused', Picture: IconPlayerPause },
  reconnecting: { words: 'Reconnecting …', Picture: IconPlugConnectedX },
  off: { words: 'Connecting …', Picture: IconLoader2 },
}

function StatusLine({ held, missed }: { held: boolean; missed: number }): ReactElement {
  const status = useLiveStatus()
  const shown = held && status === 'live' ? 'paused' : status
  const { words, Picture } = STYLES[shown]
  return (
    <p className={classes.head}>
      <span className={classes.status} data-status={shown}>
        <Picture size={15} stroke={1.8} aria-hidden />
        {words}
      </span>
      {missed > 0 && <span className={classes.more}>{`${formatNumber(missed)} more`}</span>}
    </p>
  )
}

function FeedRow({ row }: { row: ScanRow }): ReactElement {
  const { memberName, mobile, productName, state, recordedAt, result } = row
  const what = [productName ?? 'Unknown product', stateName(state)].filter(Boolean).join(' · ')
  return (
    <li className={classes.row}>
      <Link to={SCANS_PAGE} search={{ open: feedKey(row) }} className={classes.link}>
        <time dateTime={recordedAt} title={formatMoment(recordedAt)}>
          {formatTime(recordedAt)}
        </time>
        <b>{memberName || formatMobile(mobile)}</b>
        <span className={classes.result}>
          <ResultTag result={result} />
        </span>
        <span className={classes.what}>{what}</span>
      </Link>
    </li>
  )
}

function NoRows({ query }: { query: ReturnType<typeof useFeed>['query'] }): ReactElement {
  if (query.isPending) return <Skeleton className={classes.skeleton} aria-hidden />
  if (query.isError) return <FailureAlert error={query.error} />
  return (
    <Text c="dimmed" size="sm">
      Scans appear here as members make them.
    </Text>
  )
}

/**
 * The newest scans as they happen, at most twelve, for those whose menu holds the list of scans; for a
 * panel with a heading. It stands still under the pointer and while something in it has the focus.
 */
export function LiveFeed(): ReactElement {
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const held = pointed || focused
  const { feed, query } = useFeed(held)
  const said = useSaid(feed.shown)
  return (
    <div
      className={classes.feed}
      onPointerEnter={({ pointerType }) => setPointed(pointerType === 'mouse')}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={({ currentTarget, relatedTarget }) =>
        setFocused(currentTarget.contains(relatedTarget))
      }
    >
      <StatusLine held={held} missed={feed.missed} />
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      {feed.shown.length === 0 ? (
        <NoRows query={query} />
      ) : (
        <ol className={classes.rows}>
          {feed.shown.map((row) => (
            <FeedRow key={feedKey(row)} row={row} />
          ))}
        </ol>
      )}
    </div>
  )
}
