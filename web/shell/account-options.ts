import { queryOptions } from '@tanstack/react-query'
import { myAccount } from '../../contract/platform/my-account.ts'
import { call } from '../lib/api.ts'

export const accountOptions = () =>
  queryOptions({
    queryKey: ['my-account'],
    queryFn: ({ signal }) => call(myAccount, { signal }),
  })
