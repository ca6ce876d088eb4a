import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { getTerritory, type TerritoryDetail } from '../../../../contract/people/territories.ts'
import { call } from '../../../lib/api.ts'
import { replaceRow } from '../../../ui/list/list-options.ts'
import { catalogueOptions } from '../catalogue/catalogue.ts'
import { territorySource } from './territories-list.tsx'

export const territoryOptions = (id: string | undefined) =>
  queryOptions({
    queryKey: [territorySource.name, 'one', id],
    queryFn: ({ signal }) => call(getTerritory, { params: { territoryId: Number(id) }, signal }),
    enabled: id !== undefined,
  })

/** Puts what was done to a territory wherever it is shown; its distributors show its name. */
export function keepTerritory(client: QueryClient, territory: TerritoryDetail): void {
  client.setQueryData(territoryOptions(String(territory.territoryId)).queryKey, territory)
  replaceRow(client, territorySource, territory)
  void client.invalidateQueries({ queryKey: ['distributors'] })
  void client.invalidateQueries({ queryKey: catalogueOptions().queryKey })
}

/** Has the list read again: a territory was added or deleted. */
export function territoriesChanged(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: [territorySource.name] })
  void client.invalidateQueries({ queryKey: catalogueOptions().queryKey })
}
