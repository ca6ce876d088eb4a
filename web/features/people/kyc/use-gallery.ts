import { useState } from 'react'
import type { KycFieldDetail } from '../../../../contract/people/kyc.ts'
import { VIEW_ACTS, type ViewAct } from '../../../ui/picture/picture-tools.tsx'
import { WHOLE, type Size, type View } from '../../../ui/picture/view.ts'
import type { Shown } from './kyc-queries.ts'

export type Gallery = {
  shown: Shown | null
  size: Size | null
  page: number
  pages: number
  view: View
  setView: (view: View) => void
  change: (act: ViewAct) => void
  turnPage: (by: 1 | -1) => void
}

/** Which page of a field's document is shown, and how: each page keeps its zoom and its turn. */
export function useGallery(field: KycFieldDetail | undefined): Gallery {
  const [places, setPlaces] = useState<Record<string, number>>({})
  const [views, setViews] = useState<Record<string, View>>({})
  const documentId = field?.document?.documentId ?? ''
  const pages = field?.document?.pages ?? []
  const page = Math.min(places[documentId] ?? 1, Math.max(1, pages.length))
  const current = pages[page - 1]
  const key = `${documentId} ${page}`
  const view = views[key] ?? WHOLE
  const setView = (next: View): void => setViews((before) => ({ ...before, [key]: next }))
  return {
    shown: current ? { documentId, page, url: current.url } : null,
    size: current ?? null,
    page,
    pages: pages.length,
    view,
    setView,
    change: (act) => current && setView(VIEW_ACTS[act](view)),
    turnPage: (by) =>
      setPlaces((before) => ({
        ...before,
        [documentId]: Math.min(pages.length, Math.max(1, page + by)),
      })),
  }
}
