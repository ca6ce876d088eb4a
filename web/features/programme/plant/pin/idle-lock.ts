import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { lockSession } from '../../../../../contract/platform/pin.ts'
import { noteAct, quietMs } from '../../../../lib/acts.ts'
import { call } from '../../../../lib/api.ts'
import { sessionLocked } from '../../../../lib/session-lock.ts'
import { readSession } from '../../../../lib/session.ts'
import { ME_KEY } from '../plant-me.ts'

const POLL_MS = 5000
const MINUTE_MS = 60_000

/**
 * Locks the phone once the server has. Without a network it stays open, because only the server can open it
 * again: the server then locks by itself, and says so at the next request.
 */
export async function lockNow(): Promise<void> {
  const token = readSession()?.token
  if (!token) return
  try {
    await call(lockSession, {})
    sessionLocked(token)
  } catch {
    // Locked already, or no network.
  }
}

/** Locks after so many minutes without a touch; never where there is no PIN. */
export function useIdleLock(minutes: number | null): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (minutes === null) return undefined
    const check = (): void => {
      const isSeen = document.visibilityState === 'visible'
      if (isSeen && quietMs() > minutes * MINUTE_MS) void lockNow()
    }
    // Other tabs may have been used meanwhile: the server knows.
    const comeBack = (): void => {
      if (document.visibilityState !== 'visible') return
      noteAct()
      void queries.invalidateQueries({ queryKey: [ME_KEY] })
    }
    const timer = setInterval(check, POLL_MS)
    document.addEventListener('visibilitychange', comeBack)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', comeBack)
    }
  }, [minutes, queries])
}
