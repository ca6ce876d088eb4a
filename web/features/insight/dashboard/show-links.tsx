import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { can } from '../../../../contract/permissions.ts'
import type { Role } from '../../../../contract/roles.ts'
import { useRole } from '../../../lib/session.ts'
import { SwitchLinks } from '../../../ui/switch-links.tsx'
import { parcelCountOptions } from '../../money/parcels/parcel-queries.ts'

/** What the page shows: what the address says, else a courier's parcels or the figures. */
export function shownOf(
  role: Role | null,
  { show }: Record<string, unknown>,
): 'figures' | 'parcels' {
  if (show === 'figures' || show === 'parcels') return show
  return role === 'courier' ? 'parcels' : 'figures'
}

export function useShown(): 'figures' | 'parcels' {
  const search: Record<string, unknown> = useSearch({ strict: false })
  return shownOf(useRole(), search)
}

/** From the figures to the parcels and back, for those who send parcels or came to see one. */
export function ShowLinks(): ReactElement | null {
  const role = useRole()
  const shown = useShown()
  const sends = can(role, 'dispatch.update')
  const { data: waiting } = useQuery(parcelCountOptions('to_dispatch', sends))
  if (!sends && shown === 'figures') return null
  return (
    <SwitchLinks
      label="What the dashboard shows"
      links={[
        { label: 'Figures', search: { show: 'figures' }, current: shown === 'figures' },
        {
          label: 'Parcels',
          search: { show: 'parcels' },
          current: shown === 'parcels',
          count: waiting,
        },
      ]}
    />
  )
}
