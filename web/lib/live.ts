import { useEffect, useRef, useSyncExternalStore } from 'react'
import {
  hearLive,
  liveStatus,
  watchLiveStatus,
  type LiveData,
  type LiveStatus,
  type LiveTopic,
} from './live-topics.ts'
import { mustSetTwoFactor, staffIdOf, useSession } from './session.ts'

/** Whether the stream of events stands. */
export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(watchLiveStatus, liveStatus)
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
    return hearLive(topic, (data) => latest.current(data as LiveData[T]))
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
