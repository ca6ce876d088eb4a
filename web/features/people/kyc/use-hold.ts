import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { leaveKyc, openKyc, type KycDetail } from '../../../../contract/people/kyc.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { inTurn } from './hold-turns.ts'
import { keepKyc, kycOptions } from './kyc-queries.ts'

/** How long the server keeps a submission for whoever opened it. */
const HELD_MS = 10 * 60_000
const RENEW_MS = 3 * 60_000
const POLL_MS = 10_000
const ACTIVITY = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const

export type Hold =
  | { kind: 'asking' }
  | { kind: 'mine'; until: string | null }
  /** Nothing was done for so long that others may have it. */
  | { kind: 'lapsed' }
  | { kind: 'refused'; error: unknown }
  /** Looking on, without deciding. */
  | { kind: 'reading' }

const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500

/** Takes a submission and gives it back: `take` asks for it (again), `forget` when there is nothing to give back. */
function useTaking(memberId: number, mayDecide: boolean) {
  const client = useQueryClient()
  const [hold, setHold] = useState<Hold>({ kind: mayDecide ? 'asking' : 'reading' })
  const takenAt = useRef<number | null>(null)
  const take = useCallback(async (): Promise<KycDetail | null> => {
    const asked = Date.now()
    const before = takenAt.current
    takenAt.current = asked
    try {
      const detail = await inTurn(memberId, () => call(openKyc, { params: { memberId } }))
      keepKyc(client, detail)
      setHold({ kind: 'mine', until: detail.lock?.until ?? null })
      return detail
    } catch (error) {
      takenAt.current = isFinal(error) ? null : before
      // A renewal that did not get through takes nothing away yet.
      if (takenAt.current === null) {
        void client.invalidateQueries({ queryKey: kycOptions(memberId).queryKey })
        setHold({ kind: 'refused', error })
      }
      return null
    }
  }, [client, memberId])
  const forget = useCallback(() => {
    takenAt.current = null
  }, [])
  return { hold, setHold, take, takenAt, forget }
}

/**
 * The lock on a submission while it is on the screen: taken when it is shown, renewed while somebody
 * is at it, given back when it is left, also with the whole page.
 */
export function useHold(memberId: number, mayDecide: boolean) {
  const { hold, setHold, take, takenAt, forget } = useTaking(memberId, mayDecide)
  const active = useRef(false)

  const check = useEffectEvent(() => {
    if (takenAt.current === null) return
    const since = Date.now() - takenAt.current
    if (active.current && since > RENEW_MS) {
      active.current = false
      void take()
    } else if (since > HELD_MS) setHold({ kind: 'lapsed' })
  })
  const touch = useEffectEvent(() => {
    active.current = true
    if (hold.kind !== 'lapsed') return
    setHold({ kind: 'asking' })
    void take()
  })
  const leave = useEffectEvent((turn: typeof inTurn) => {
    if (takenAt.current === null) return
    forget()
    const act = () => call(leaveKyc, { params: { memberId }, keepalive: true })
    turn(memberId, act).catch(() => undefined)
  })
  const comeBack = useEffectEvent((event: PageTransitionEvent) => {
    if (event.persisted) void take()
  })

  useEffect(() => {
    if (!mayDecide) return
    const ending = new AbortController()
    const { signal } = ending
    void take()
    const timer = setInterval(() => check(), POLL_MS)
    for (const kind of ACTIVITY) document.addEventListener(kind, () => touch(), { signal })
    // The page goes: what waits for its turn would never be sent.
    window.addEventListener('pagehide', () => leave((_, act) => act()), { signal })
    window.addEventListener('pageshow', (event) => comeBack(event), { signal })
    return () => {
      ending.abort()
      clearInterval(timer)
      leave(inTurn)
    }
  }, [mayDecide, take])
  return { hold, take, forget }
}
