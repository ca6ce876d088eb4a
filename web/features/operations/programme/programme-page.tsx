import type { QueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Suspense, type ReactElement } from 'react'
import { SwitchLinks } from '../../../ui/switch-links.tsx'
import { SECTIONS, type Section } from './sections.ts'

const sectionOf = ({ show }: Record<string, unknown>): Section | undefined =>
  SECTIONS.find(({ key }) => key === show) ?? SECTIONS[0]

export async function preloadProgramme(
  queries: QueryClient,
  search: Record<string, unknown>,
): Promise<void> {
  const module = await sectionOf(search)?.load()
  module?.preload?.(queries, search)
}

/** Programme: the masters and rules that everything else chooses from. */
export function ProgrammePage(): ReactElement | null {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const current = sectionOf(search)
  if (!current) return null
  const links = SECTIONS.map((section) => ({
    label: section.label,
    search: section === SECTIONS[0] ? {} : { show: section.key },
    current: section === current,
  }))
  return (
    <Suspense>
      <current.Side sides={<SwitchLinks label="Sections of the programme" links={links} />} />
    </Suspense>
  )
}
