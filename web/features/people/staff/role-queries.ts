import { queryOptions } from '@tanstack/react-query'
import { roleCounts } from '../../../../contract/people/staff.ts'
import { call } from '../../../lib/api.ts'

export const roleCountsOptions = () =>
  queryOptions({
    queryKey: ['roles', 'counts'],
    queryFn: ({ signal }) => call(roleCounts, { signal }),
  })
