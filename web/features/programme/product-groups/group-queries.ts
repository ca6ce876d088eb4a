import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { getGroup, type GroupDetail } from '../../../../contract/programme/product-groups.ts'
import { call } from '../../../lib/api.ts'
import { replaceRow } from '../../../ui/list/list-options.ts'
import { catalogueOptions } from '../../people/catalogue/catalogue.ts'
import { groupSource } from './groups-list.tsx'

export const groupOptions = (id: string | undefined) =>
  queryOptions({
    queryKey: [groupSource.name, 'one', id],
    queryFn: ({ signal }) => call(getGroup, { params: { groupId: Number(id) }, signal }),
    enabled: id !== undefined,
  })

/** Puts what was done to a group wherever it is shown; its products show its name. */
export function keepGroup(client: QueryClient, group: GroupDetail): void {
  client.setQueryData(groupOptions(String(group.groupId)).queryKey, group)
  replaceRow(client, groupSource, group)
  void client.invalidateQueries({ queryKey: ['products'] })
  void client.invalidateQueries({ queryKey: catalogueOptions().queryKey })
}

/** Has the list read again: a group was added or deleted. */
export function groupsChanged(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: [groupSource.name] })
  void client.invalidateQueries({ queryKey: catalogueOptions().queryKey })
}
