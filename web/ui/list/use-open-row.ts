import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'

/** Which row's detail is open, kept in the address as `open` so that it can be shared. */
export function useOpenRow() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const cameFromList = useRef(false)
  const go = (open: string | undefined, replace: boolean, place = {}): void => {
    const next = (before: Record<string, unknown>) => ({ ...before, ...place, open })
    void navigate({ to: '.', search: next, replace, resetScroll: false })
  }
  const id = typeof search.open === 'string' && search.open !== '' ? search.open : undefined
  return {
    id,
    /**
     * Opens a row; from one row to another the address is replaced, so "back" leads to the list.
     * `place` is the row's page where that is not the one in the address.
     */
    show: (row: string, place?: { after: string; before: undefined }): void => {
      if (id === undefined) cameFromList.current = true
      go(row, id !== undefined, place)
    },
    close: (): void => {
      if (cameFromList.current) window.history.back()
      else go(undefined, true)
      cameFromList.current = false
    },
  }
}
