import type { WorkTopic } from '../../contract/insight/live.ts'

/**
 * What each topic brings. `scan`: rows of the list of scans, to be read by whoever shows them; `ready`:
 * what was before is to be asked for; `notice`: `{ unread }`; the others say that something changed.
 */
export type LiveData = { [topic in WorkTopic]: undefined } & {
  ready: undefined
  scan: unknown
  notice: unknown
}
export type LiveTopic = keyof LiveData

/** Whether events come, will come again, or were not asked for yet. */
export type LiveStatus = 'live' | 'reconnecting' | 'off'

export type LiveHandler = (data: unknown) => void
const handlers = new Map<LiveTopic, Set<LiveHandler>>()
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

export function watchLiveStatus(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Hears the events of a topic until what it gives is called. */
export function hearLive(topic: LiveTopic, handler: LiveHandler): () => void {
  const heard = handlers.get(topic) ?? new Set<LiveHandler>()
  handlers.set(topic, heard.add(handler))
  return () => void heard.delete(handler)
}
