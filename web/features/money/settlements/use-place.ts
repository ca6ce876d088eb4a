import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { pointFigure, type PointFigure } from '../../../../contract/money/settlements.ts'

/** Which settlement is open and which of its figures, kept in the address so that it can be shared. */
export function usePlace() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const cameFromList = useRef(false)
  const go = (place: { open?: string; figure?: PointFigure }, replace: boolean): void => {
    const next = (before: Record<string, unknown>) => ({
      ...before,
      open: undefined,
      figure: undefined,
      ...place,
    })
    void navigate({ to: '.', search: next, replace, resetScroll: false })
  }
  const id = typeof search.open === 'string' && search.open !== '' ? search.open : undefined
  return {
    id,
    figure: pointFigure.safeParse(search.figure).data,
    show: (open: string): void => {
      if (id === undefined) cameFromList.current = true
      go({ open }, id !== undefined)
    },
    /** A figure of the one that is open, or the whole of it again; "back" leads to the list. */
    showFigure: (figure: PointFigure | undefined): void =>
      go({ ...(id !== undefined && { open: id }), ...(figure && { figure }) }, true),
    close: (): void => {
      if (cameFromList.current) window.history.back()
      else go({}, true)
      cameFromList.current = false
    },
  }
}
