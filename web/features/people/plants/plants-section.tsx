import type { QueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { preloadList } from '../../../ui/list/list-options.ts'
import { MasterSide, type AdderProps } from '../masters/master-side.tsx'
import { PlantDialog } from './plant-dialog.tsx'
import { PlantDrawer } from './plant-drawer.tsx'
import { PLANT_COLUMNS, plantSource } from './plants-list.tsx'

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
      columns={PLANT_COLUMNS}
      notice={sides}
      newLabel="New plant"
      adder={Adder}
      drawer={PlantDrawer}
    />
  )
}
