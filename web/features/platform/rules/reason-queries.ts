import { queryOptions } from '@tanstack/react-query'
import { listReasons } from '../../../../contract/reasons.ts'
import { call } from '../../../lib/api.ts'

/** The reasons that can be chosen now. */
export const reasonsOptions = () =>
  queryOptions({
    queryKey: ['rules', 'reasons'],
    queryFn: ({ signal }) => call(listReasons, { signal }),
  })
