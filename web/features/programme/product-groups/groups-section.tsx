import type { QueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { preloadList } from '../../../ui/list/list-options.ts'
import { MasterSide, type AdderProps } from '../../people/masters/master-side.tsx'
import { GroupDialog } from './group-dialog.tsx'
import { GroupDrawer } from './group-drawer.tsx'
import { GROUP_COLUMNS, groupSource } from './groups-list.tsx'

export function preload(queries: QueryClient, search: Record<string, unknown>): void {
  preloadList(queries, groupSource, search)
}

const Adder = ({ onSaved, ...dialog }: AdderProps): ReactElement => (
  <GroupDialog {...dialog} onSaved={({ groupId }) => onSaved(groupId)} />
)

/** The groups that products belong to. */
export function Side({ sides }: { sides: ReactElement }): ReactElement {
  return (
    <MasterSide
      source={groupSource}
      title="Product groups"
      about="What products have in common: rules of handling charges name groups."
      columns={GROUP_COLUMNS}
      notice={sides}
      newLabel="New group"
      adder={Adder}
      drawer={GroupDrawer}
    />
  )
}
