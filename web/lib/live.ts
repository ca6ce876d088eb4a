import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { WorkTopic } from '../../contract/live.ts'
import { mustSetTwoFactor, staffIdOf, useSession } from './session.ts'

/**
 * What each topic brings. `scan`: rows of the list of scans, to be read by whoever shows them; `ready`:
 * what was before is to be asked for; `notice`: `{ unread }`; the others say that something changed.
 */
type LiveData = { [topic in WorkTopic]: undefined } & {
  ready: undefined
  scan: unknown
  notice: unknown
}
export type LiveTopic = keyof LiveData

/** Whether events come, will come again, or were not asked for yet. */
export type LiveStatus = 'live' | 'reconnecting' | 'off'

type Handler = (data: unknown) => void
const handlers = new Map<LiveTopic, Set<Handler>>()
const watchers = new Set<() => void>()
let status: LiveStatus = 'off'

/** Tells this tab's parts what happened. */
export function tellLive(topic: LiveTopic, data?: unknown): void {
  for (const handler of handlers.get(topic) ?? []) handler(data)
}

export function setLiveStatus(next: LiveStatus): void {
  if (next === status) return
  status = next
  for (const watcher of watchers) watcher()
}

export const liveStatus = (): LiveStatus => status

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Whether the stream of events stands. */
export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(watch, liveStatus)
}

/** Calls `handler` with each event of a topic while the component is shown. */
export function useLive<T extends LiveTopic>(
  topic: T | undefined,
  handler: (data: LiveData[T]) => void,
): void {
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  }, [handler])
  useEffect(() => {
    if (topic === undefined) return undefined
    const own: Handler = (data) => latest.current(data as LiveData[T])
    const heard = handlers.get(topic) ?? new Set<Handler>()
    handlers.set(topic, heard.add(own))
    return () => void heard.delete(own)
  }, [topic])
}

/** Follows what happens as long as somebody is signed in; plant workers have nothing that waits for it. */
export function useConnection(): void {
  const session = useSession()
  const person = session && staffIdOf(session)
  const wanted = session !== null && session.userRole !== 'worker' && !mustSetTwoFactor(session)
  const token = wanted ? session.token : ''
  useEffect(() => {
    if (token === '' || person === null) return undefined
    let end: (() => void) | null = null
    let ended = false
    // Its code is not needed to show the page. Without it, lists are looked at again by themselves.
    void import('./live-connection.ts').then(
      ({ connect }) => {
        if (!ended) end = connect(String(person))
      },
      () => undefined,
    )
    return () => {
      ended = true
      end?.()
    }
  }, [token, person])
}
