import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { getPlant, type PlantDetail } from '../../../../contract/people/plants.ts'
import { call } from '../../../lib/api.ts'
import { replaceRow } from '../../../ui/list/list-options.ts'
import { catalogueOptions } from '../catalogue/catalogue.ts'
import { plantSource } from './plants-list.tsx'

export const plantOptions = (id: string | undefined) =>
  queryOptions({
    queryKey: [plantSource.name, 'one', id],
    queryFn: ({ signal }) => call(getPlant, { params: { plantId: Number(id) }, signal }),
    enabled: id !== undefined,
  })

/** Puts what was done to a plant wherever it is shown, also where one is chosen. */
export function keepPlant(client: QueryClient, plant: PlantDetail): void {
  client.setQueryData(plantOptions(String(plant.plantId)).queryKey, plant)
  replaceRow(client, plantSource, plant)
  void client.invalidateQueries({ queryKey: catalogueOptions().queryKey })
}

/** Has the list read again: a plant was added or deleted. */
export function plantsChanged(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: [plantSource.name] })
  void client.invalidateQueries({ queryKey: catalogueOptions().queryKey })
}
