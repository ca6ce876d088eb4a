import { useEffect, useState } from 'react'

/** Source: shell spec, sections 4 and 9. */
const COUNTDOWN_SECONDS = 10
const SECOND_MS = 1000

/** What had the focus and how far the page was scrolled when the connection went. */
export type Place = { focused: Element | null; top: number }
type Connection = { left: Place | null; restored: boolean }

function placeNow(): Place {
  return { focused: document.activeElement, top: window.scrollY }
}

/**
 * Whether the device is offline (`left` is the place it left), whether it came back, and the seconds
 * of the countdown; one second after 0 the page loads again.
 */
export function useOffline(): Connection & { seconds: number } {
  const [connection, setConnection] = useState<Connection>(() => ({
    left: navigator.onLine ? null : placeNow(),
    restored: false,
  }))
  const [seconds, setSeconds] = useState(COUNTDOWN_SECONDS)
  const offline = connection.left !== null

  useEffect(() => {
    const goOffline = (): void => {
      const place = placeNow()
      setConnection(({ left }) => ({ left: left ?? place, restored: false }))
    }
    const goOnline = (): void =>
      setConnection(({ left }) => ({ left: null, restored: left !== null }))
    window.addEventListener('offline', goOffline)
    window.addEventListener('online', goOnline)
    return () => {
      window.removeEventListener('offline', goOffline)
      window.removeEventListener('online', goOnline)
    }
  }, [])

  useEffect(() => {
    if (!offline) return undefined
    let left = COUNTDOWN_SECONDS
    const timer = setInterval(() => {
      if (left === 0) {
        clearInterval(timer)
        window.location.reload()
        return
      }
      left -= 1
      setSeconds(left)
    }, SECOND_MS)
    return () => {
      clearInterval(timer)
      setSeconds(COUNTDOWN_SECONDS)
    }
  }, [offline])

  return { ...connection, seconds }
}
