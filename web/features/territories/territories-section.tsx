import type { QueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { preloadList } from '../../ui/list/list-options.ts'
import { CODE_ORDERS } from '../masters/master-list.tsx'
import { MasterSide, type AdderProps } from '../masters/master-side.tsx'
import { TERRITORY_COLUMNS, TERRITORY_FILTERS, territorySource } from './territories-list.tsx'
import { TerritoryDialog } from './territory-dialog.tsx'
import { TerritoryDrawer } from './territory-drawer.tsx'

export function preload(queries: QueryClient, search: Record<string, unknown>): void {
  preloadList(queries, territorySource, search)
}

const Adder = ({ onSaved, ...dialog }: AdderProps): ReactElement => (
  <TerritoryDialog {...dialog} onSaved={({ territoryId }) => onSaved(territoryId)} />
)

/** The territories that distributors are in. */
export function Side({ sides }: { sides: ReactElement }): ReactElement {
  return (
    <MasterSide
      source={territorySource}
      title="Territories"
      about="Where distributors sell: each distributor can name one."
      noun={['territory', 'territories']}
      columns={TERRITORY_COLUMNS}
      filters={TERRITORY_FILTERS}
      orders={CODE_ORDERS}
      searchLabel="Code or part of a name"
      empty={{
        title: 'No territories yet',
        text: 'Add the first territory with New territory. Forms and files of distributors choose from this list; a programme can do without.',
      }}
      notice={sides}
      newLabel="New territory"
      adder={Adder}
      drawer={TerritoryDrawer}
    />
  )
}
