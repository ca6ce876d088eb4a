import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'

/** The row that is open by the address. */
export function useOpenId(): string | undefined {
  const { open }: Record<string, unknown> = useSearch({ strict: false })
  return typeof open === 'string' && open !== '' ? open : undefined
}

/** Which row's detail is open, kept in the address as `open` so that it can be shared. */
export function useOpenRow() {
  const id = useOpenId()
  const navigate = useNavigate()
  const cameFromList = useRef(false)
  const go = (open: string | undefined, replace: boolean, place = {}): void => {
    const next = (before: Record<string, unknown>) => ({ ...before, ...place, open })
    void navigate({ to: '.', search: next, replace, resetScroll: false })
  }
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
