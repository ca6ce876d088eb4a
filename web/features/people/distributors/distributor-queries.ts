import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { getDistributor, type DistributorDetail } from '../../../../contract/people/distributors.ts'
import { call } from '../../../lib/api.ts'
import { replaceRow } from '../../../ui/list/list-options.ts'
import { catalogueOptions } from '../catalogue/catalogue.ts'
import { distributorSource } from './distributors-list.tsx'

export const distributorOptions = (id: string | undefined) =>
  queryOptions({
    queryKey: [distributorSource.name, 'one', id],
    queryFn: ({ signal }) =>
      call(getDistributor, { params: { distributorId: Number(id) }, signal }),
    enabled: id !== undefined,
  })

/** Puts what was done to a distributor wherever it is shown, also where one is chosen. */
export function keepDistributor(client: QueryClient, firm: DistributorDetail): void {
  client.setQueryData(distributorOptions(String(firm.distributorId)).queryKey, firm)
  replaceRow(client, distributorSource, firm)
  void client.invalidateQueries({ queryKey: catalogueOptions().queryKey })
}
