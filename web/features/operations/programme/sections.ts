import type { QueryClient } from '@tanstack/react-query'
import { lazy, type ComponentType, type ReactElement } from 'react'

/** `sides` are the links to the other sections: they stand where the page's notice stands. */
type SideProps = { sides: ReactElement }

export type SectionModule = {
  Side: (props: SideProps) => ReactElement
  preload?: (queries: QueryClient, search: Record<string, unknown>) => unknown
}

export type Section = {
  /** In the address, as `?show=`. */
  key: string
  label: string
  load: () => Promise<SectionModule>
  Side: ComponentType<SideProps>
}

export const section = (key: string, label: string, load: Section['load']): Section => ({
  key,
  label,
  load,
  Side: lazy(async () => ({ default: (await load()).Side })),
})

/** The sections of the Programme page in their order; the first is shown without `?show=`. */
export const SECTIONS: readonly Section[] = [
  section('setup', 'Set-up', () =>
    import('../../people/setup/setup-side.tsx').then((m) => ({
      Side: m.SetupSide,
      preload: m.preloadSetup,
    })),
  ),
  section('plants', 'Plants', () => import('../../people/plants/plants-section.tsx')),
  section('products', 'Products', () => import('../../programme/products/products-section.tsx')),
  section(
    'product-groups',
    'Product groups',
    () => import('../../programme/product-groups/groups-section.tsx'),
  ),
  section(
    'territories',
    'Territories',
    () => import('../../people/territories/territories-section.tsx'),
  ),
  section('rules', 'Rules', () => import('../../platform/rules/rules-side.tsx')),
  section('messages', 'Messages', () => import('../../platform/messages/messages-side.tsx')),
  section('tax', 'Tax', () => import('../../money/tax/tax-rules-side.tsx')),
]
