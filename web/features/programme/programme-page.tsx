import type { QueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, type ComponentType, type ReactElement } from 'react'
import { SwitchLinks } from '../../ui/switch-links.tsx'
import { SECTIONS, type Section } from './sections.ts'

const SIDES = new Map<string, ComponentType<{ sides: ReactElement }>>(
  SECTIONS.map(({ key, load }) => [key, lazy(async () => ({ default: (await load()).Side }))]),
)

const sectionOf = ({ show }: Record<string, unknown>): Section | undefined =>
  SECTIONS.find(({ key }) => key === show) ?? SECTIONS[0]

export async function preloadProgramme(
  queries: QueryClient,
  search: Record<string, unknown>,
): Promise<void> {
  const section = await sectionOf(search)?.load()
  section?.preload?.(queries, search)
}

/** Programme: the masters and rules that everything else chooses from. */
export function ProgrammePage(): ReactElement | null {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const current = sectionOf(search)
  const Side = current && SIDES.get(current.key)
  if (!Side) return null
  const links = SECTIONS.map((section) => ({
    label: section.label,
    search: section === SECTIONS[0] ? {} : { show: section.key },
    current: section === current,
  }))
  return (
    <Suspense>
      <Side sides={<SwitchLinks label="Sections of the programme" links={links} />} />
    </Suspense>
  )
}
