import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'

/** What the editor is about, kept in the address as `edit`: "new" or the number of a draft. */
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
    /** Back to the page as it was before. */
    close: (): void => {
      if (cameFromPage.current) window.history.back()
      else go({ edit: undefined }, true)
      cameFromPage.current = false
    },
    /** To the scheme that was saved, in the place of the editor. */
    saved: (schemeId: number): void => {
      cameFromPage.current = false
      go({ edit: undefined, open: String(schemeId) }, true)
    },
  }
}
