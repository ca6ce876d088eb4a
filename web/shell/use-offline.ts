import { useEffect, useState } from 'react'
import { reloadKeepingDrafts } from '../lib/kept-drafts.ts'

/** Source: shell spec, sections 4 and 9. */
const COUNTDOWN_SECONDS = 10
const SECOND_MS = 1000

/** What had the focus and how far the page was scrolled when the connection went. */
export type Place = { focused: Element | null; top: number }
type Connection = { left: Place | null; restored: boolean; passed: boolean }

function placeNow(): Place {
  return { focused: document.activeElement, top: window.scrollY }
}

/**
 * Whether the device is offline (`left` is the place it left), whether it came back, and whether the
 * person asked with `pass` to go on without a network, which holds until the network is back.
 */
export function useConnectionLost(): Connection & { pass: () => void } {
  const [connection, setConnection] = useState<Connection>(() => ({
    left: navigator.onLine ? null : placeNow(),
    restored: false,
    passed: false,
  }))
  useEffect(() => {
    const goOffline = (): void => {
      const place = placeNow()
      setConnection((before) => ({ ...before, left: before.left ?? place, restored: false }))
    }
    const goOnline = (): void =>
      setConnection(({ left }) => ({ left: null, restored: left !== null, passed: false }))
    window.addEventListener('offline', goOffline)
    window.addEventListener('online', goOnline)
    return () => {
      window.removeEventListener('offline', goOffline)
      window.removeEventListener('online', goOnline)
    }
  }, [])
  const pass = (): void => setConnection((before) => ({ ...before, passed: true }))
  return { ...connection, pass }
}

/** The seconds of the countdown while `running`; one second after 0 the page loads again. */
export function useCountdown(running: boolean): number {
  const [seconds, setSeconds] = useState(COUNTDOWN_SECONDS)
  useEffect(() => {
    if (!running) return undefined
    let left = COUNTDOWN_SECONDS
    const timer = setInterval(() => {
      if (left === 0) {
        clearInterval(timer)
        reloadKeepingDrafts()
        return
      }
      left -= 1
      setSeconds(left)
    }, SECOND_MS)
    return () => {
      clearInterval(timer)
      setSeconds(COUNTDOWN_SECONDS)
    }
  }, [running])
  return seconds
}
