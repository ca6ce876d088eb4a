import type { QueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { preloadList } from '../../../ui/list/list-options.ts'
import { MasterSide, type AdderProps } from '../masters/master-side.tsx'
import { TERRITORY_COLUMNS, territorySource } from './territories-list.tsx'
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
      columns={TERRITORY_COLUMNS}
      notice={sides}
      newLabel="New territory"
      adder={Adder}
      drawer={TerritoryDrawer}
    />
  )
}
