import type { QueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { preloadList } from '../../ui/list/list-options.ts'
import { NAME_ORDERS } from '../masters/master-list.tsx'
import { MasterSide, type AdderProps } from '../masters/master-side.tsx'
import { GroupDialog } from './group-dialog.tsx'
import { GroupDrawer } from './group-drawer.tsx'
import { GROUP_COLUMNS, GROUP_FILTERS, groupSource } from './groups-list.tsx'

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
      noun={['group', 'groups']}
      columns={GROUP_COLUMNS}
      filters={GROUP_FILTERS}
      orders={NAME_ORDERS}
      searchLabel="Part of a name"
      empty={{
        title: 'No product groups yet',
        text: 'Add the first group with New group. Every product belongs to one, so groups come before products.',
      }}
      notice={sides}
      newLabel="New group"
      adder={Adder}
      drawer={GroupDrawer}
    />
  )
}
