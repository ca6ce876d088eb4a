import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'

/** What the editor is about, kept in the address as `edit`: "new" or the number of what is changed. */
export function useEdit() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const cameFromPage = useRef(false)
  const go = (changes: Record<string, string | undefined>, replace: boolean): void => {
    const next = (before: Record<string, unknown>) => ({ ...before, ...changes })
    void navigate({ to: '.', search: next, replace, resetScroll: false })
  }
  return {
    edit: typeof search.edit === 'string' && search.edit !== '' ? search.edit : undefined,
    begin: (edit: string): void => {
      cameFromPage.current = true
      go({ edit }, false)
    },
    /** What was new goes on under the number that it got. */
    move: (edit: string): void => go({ edit }, true),
    /** Back to the page as it was before. */
    close: (): void => {
      if (cameFromPage.current) window.history.back()
      else go({ edit: undefined }, true)
      cameFromPage.current = false
    },
    /** To the detail of what was saved, in the place of the editor. */
    saved: (id: number): void => {
      cameFromPage.current = false
      go({ edit: undefined, open: String(id) }, true)
    },
  }
}
