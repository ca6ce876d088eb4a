import { useQueryClient } from '@tanstack/react-query'
import { TOPIC_OF_LIST, type WorkTopic } from '../../../contract/insight/live.ts'
import { useLive, useLiveStatus } from '../../lib/live.ts'
import { useThrottled } from '../../lib/use-throttled.ts'

/** While the stream tells when a list changed, its head is looked at by itself this seldom. */
const SELDOM_MS = 30_000
const POLL_EVERY_MS = 2_000
const TOPICS: Readonly<Record<string, WorkTopic | undefined>> = TOPIC_OF_LIST

/**
 * Has the head of a list looked at when the stream says that the list changed, every two seconds at
 * most. Gives how seldom it need be looked at besides; nothing where the stream does not say, and for
 * a list that moves by itself.
 */
export function useLiveHead(
  { name, flow }: { name: string; flow?: object },
  onFirst: boolean,
): { refetchInterval?: number } {
  const queries = useQueryClient()
  const topic = flow || !onFirst ? undefined : TOPICS[name]
  const status = useLiveStatus()
  const look = useThrottled(() => {
    if (document.visibilityState === 'hidden') return
    void queries.invalidateQueries({ queryKey: [name, 'head'] })
  }, POLL_EVERY_MS)
  useLive(topic, look)
  // What came while no stream stood is told by none.
  useLive(topic && 'ready', look)
  return topic !== undefined && status === 'live' ? { refetchInterval: SELDOM_MS } : {}
}
