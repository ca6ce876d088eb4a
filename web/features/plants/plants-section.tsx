import type { QueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { preloadList } from '../../ui/list/list-options.ts'
import { CODE_ORDERS } from '../masters/master-list.tsx'
import { MasterSide, type AdderProps } from '../masters/master-side.tsx'
import { PlantDialog } from './plant-dialog.tsx'
import { PlantDrawer } from './plant-drawer.tsx'
import { PLANT_COLUMNS, PLANT_FILTERS, plantSource } from './plants-list.tsx'

export function preload(queries: QueryClient, search: Record<string, unknown>): void {
  preloadList(queries, plantSource, search)
}

const Adder = ({ onSaved, ...dialog }: AdderProps): ReactElement => (
  <PlantDialog {...dialog} onSaved={({ plantId }) => onSaved(plantId)} />
)

/** The plants of the programme. */
export function Side({ sides }: { sides: ReactElement }): ReactElement {
  return (
    <MasterSide
      source={plantSource}
      title="Plants"
      about="Where products are made and coupons are activated."
      noun={['plant', 'plants']}
      columns={PLANT_COLUMNS}
      filters={PLANT_FILTERS}
      orders={CODE_ORDERS}
      searchLabel="Code, name, city or GSTIN"
      empty={{
        title: 'No plants yet',
        text: 'Add the first plant with New plant. Batches are requested for a plant, and workers belong to one.',
      }}
      notice={sides}
      newLabel="New plant"
      adder={Adder}
      drawer={PlantDrawer}
    />
  )
}
