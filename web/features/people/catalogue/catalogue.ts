import { queryOptions } from '@tanstack/react-query'
import { catalogue } from '../../../../contract/people/catalogue.ts'
import { call } from '../../../lib/api.ts'

/** Plants, products and distributors to choose from; they change seldom. */
export function catalogueOptions() {
  return queryOptions({
    queryKey: ['catalogue'],
    queryFn: ({ signal }) => call(catalogue, { signal }),
    staleTime: 300_000,
  })
}
