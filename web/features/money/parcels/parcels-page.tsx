import { useSearch } from '@tanstack/react-router'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import type { ReactElement, ReactNode } from 'react'
import { can } from '../../../../contract/permissions.ts'
import { formatAmount } from '../../../lib/format.ts'
import { useRole } from '../../../lib/session.ts'
import { useSearchQuery } from '../../../lib/use-search-query.ts'
import { preloadList } from '../../../ui/list/list-options.ts'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { SelectionBar } from '../../../ui/list/selection-bar.tsx'
import { useOpenRow } from '../../../ui/list/use-open-row.ts'
import { useSelection } from '../../../ui/list/use-selection.ts'
import { SwitchLinks } from '../../../ui/switch-links.tsx'
import { canAct, ParcelActs } from './parcel-acts.tsx'
import { ParcelDrawer } from './parcel-drawer.tsx'
import { parcelCountOptions } from './parcel-queries.ts'
import { EVERYTHING, parcelSource, SIDES } from './parcels-list.tsx'

const [FIRST] = SIDES

export function preloadParcels(queries: QueryClient, search: Record<string, unknown>): void {
  preloadList(queries, parcelSource, search)
}

function useSides() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const { query } = useSearchQuery<typeof parcelSource.schema>(parcelSource.schema)
  const { data: toDispatch } = useQuery(parcelCountOptions('to_dispatch'))
  const { data: returned } = useQuery(parcelCountOptions('returned'))
  const counts = new Map([
    ['To dispatch', toDispatch],
    ['Came back', returned],
  ])
  const asked = String(query.status)
  const side = SIDES.find(({ status }) => String(status) === asked) ?? EVERYTHING
  const links = [...SIDES, EVERYTHING].map((each) => ({
    label: each.label,
    search: { show: search.show, status: each === FIRST ? undefined : each.status },
    current: each === side,
    count: counts.get(each.label),
  }))
  return { side, links }
}

/** One side of the queue; what is chosen on it is left when the side is. */
function SideList({
  side,
  links,
  action,
}: ReturnType<typeof useSides> & { action: ReactNode }): ReactElement {
  const role = useRole()
  const open = useOpenRow()
  const { clear, ...selection } = useSelection(parcelSource, canAct)
  const rows = [...selection.selected.values()]
  const bar = (
    <SelectionBar words={`${formatAmount(rows.length, 'parcel')} selected`} onClear={clear}>
      <ParcelActs rows={rows} onDone={clear} />
    </SelectionBar>
  )
  return (
    <ListPage
      source={parcelSource}
      title="Parcels"
      about="Gifts that were approved, from the shelf to the member’s door."
      columns={side.columns}
      empty={side.empty}
      action={action}
      notice={<SwitchLinks label="Status of the parcels" links={links} />}
      onOpen={open.show}
      selection={can(role, 'dispatch.update') ? { ...selection, bar } : undefined}
    >
      <ParcelDrawer
        id={open.id}
        onChanged={(parcel) => selection.onSelect([parcel], false)}
        onClose={open.close}
      />
    </ListPage>
  )
}

/** The dispatch queue: gifts to hand to a courier, on the way, delivered, come back. */
export function ParcelsPage({ action }: { action: ReactNode }): ReactElement {
  const sides = useSides()
  return <SideList key={sides.side.label} {...sides} action={action} />
}
