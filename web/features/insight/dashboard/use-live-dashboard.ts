import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLive } from '../../../lib/live.ts'
import { DASHBOARD_KEY } from './dashboard-queries.ts'

/** However much happens, the figures are asked for no more often. */
const AT_MOST_EVERY_MS = 2_000

/** Asks for the figures again when it is told that some changed, while the page can be seen. */
export function useLiveDashboard(): void {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const last = useRef(0)
  const ask = (): void => {
    if (timer.current !== undefined) return
    const wait = Math.max(0, last.current + AT_MOST_EVERY_MS - Date.now())
    timer.current = setTimeout(() => {
      timer.current = undefined
      if (document.hidden) return
      last.current = Date.now()
      void client.invalidateQueries({ queryKey: [DASHBOARD_KEY] })
    }, wait)
  }
  useLive('figures', ask)
  useLive('ready', ask)
  useEffect(() => () => clearTimeout(timer.current), [])
}
