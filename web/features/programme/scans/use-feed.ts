import { useQuery } from '@tanstack/react-query'
import { useEffect, useReducer, useRef, useState } from 'react'
import {
  listScans,
  scanListQuery,
  scanRow,
  type ScanRow,
} from '../../../../contract/programme/scans.ts'
import { call } from '../../../lib/api.ts'
import { formatAmount } from '../../../lib/format.ts'
import { useLive } from '../../../lib/live.ts'
import { useThrottled } from '../../../lib/use-throttled.ts'
import { EMPTY_FEED, FEED_ROWS, feedKey, withRows, type Feed } from './feed-rows.ts'

/** A reader of the screen is told how many came, this often at most. */
const SAY_MS = 20_000
/** Where more come than are sent one by one, the newest are asked for this often at most. */
const RELOAD_MS = 5_000

type Step = { rows: readonly ScanRow[]; held: boolean }
const reduce = (feed: Feed, { rows, held }: Step): Feed => withRows(feed, rows, held)

/** The newest scans: those that there were, and those that come. */
export function useFeed(held: boolean) {
  const [feed, step] = useReducer(reduce, EMPTY_FEED)
  const stands = useRef(held)
  const query = useQuery({
    queryKey: ['scan-feed'],
    queryFn: ({ signal }) =>
      call(listScans, { query: scanListQuery.parse({ limit: FEED_ROWS }), signal }),
    staleTime: Infinity,
    gcTime: 0,
  })
  const { data, refetch } = query
  useEffect(() => {
    stands.current = held
    if (!held) step({ rows: [], held })
  }, [held])
  useEffect(() => {
    if (data) step({ rows: data.items, held: stands.current })
  }, [data])
  useLive(
    'ready',
    useThrottled(() => void refetch(), RELOAD_MS),
  )
  useLive('scan', (sent) => {
    const rows = scanRow.array().safeParse(sent)
    if (rows.success) step({ rows: rows.data, held })
  })
  return { feed, query }
}

/** How many came since it was said last, in a sentence that changes seldom. */
export function useSaid(rows: readonly ScanRow[]): string {
  const [said, say] = useState('')
  const known = useRef<ReadonlySet<string> | null>(null)
  const unsaid = useRef(0)
  useEffect(() => {
    const before = known.current
    if (before) unsaid.current += rows.filter((row) => !before.has(feedKey(row))).length
    if (rows.length > 0) known.current = new Set(rows.map(feedKey))
  }, [rows])
  useEffect(() => {
    const timer = setInterval(() => {
      say(unsaid.current === 0 ? '' : `${formatAmount(unsaid.current, 'new scan')} in the feed.`)
      unsaid.current = 0
    }, SAY_MS)
    return () => clearInterval(timer)
  }, [])
  return said
}
