import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { activityWords, getStaff, type StaffDetail } from '../../../../contract/people/staff.ts'
import { call } from '../../../lib/api.ts'
import { replaceRow } from '../../../ui/list/list-options.ts'
import { accountSource } from './people-list.tsx'

export const accountOptions = (id: string | undefined) =>
  queryOptions({
    queryKey: [accountSource.name, 'one', id],
    queryFn: ({ signal }) => call(getStaff, { params: { staffId: Number(id) }, signal }),
    enabled: id !== undefined,
  })

export const activityWordsOptions = () =>
  queryOptions({
    queryKey: ['activity', 'words'],
    queryFn: ({ signal }) => call(activityWords, { signal }),
  })

/** Puts what was done to an account wherever the account is shown. */
export function keepAccount(client: QueryClient, person: StaffDetail): void {
  client.setQueryData(accountOptions(String(person.staffId)).queryKey, person)
  replaceRow(client, accountSource, person)
}
