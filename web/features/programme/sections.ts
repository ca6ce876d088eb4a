import type { QueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'

export type SectionModule = {
  /** `sides` are the links to the other sections: they stand where the page's notice stands. */
  Side: (props: { sides: ReactElement }) => ReactElement
  preload?: (queries: QueryClient, search: Record<string, unknown>) => unknown
}

export type Section = {
  /** In the address, as `?show=`. */
  key: string
  label: string
  load: () => Promise<SectionModule>
}

/** The sections of the Programme page in their order; the first is shown without `?show=`. */
export const SECTIONS: readonly Section[] = []
