import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { getBelonging } from '../../../../contract/people/belonging.ts'
import { listMemberChanges } from '../../../../contract/desk/member-changes.ts'
import { getUser, listAdjustments, type UserDetail } from '../../../../contract/desk/users.ts'
import { call } from '../../../lib/api.ts'
import { replaceRow } from '../../../ui/list/list-options.ts'
import { userSource } from './users-list.tsx'

export const userOptions = (id: string | undefined) =>
  queryOptions({
    queryKey: ['users', 'one', id],
    queryFn: ({ signal }) => call(getUser, { params: { memberId: Number(id) }, signal }),
    enabled: id !== undefined,
  })

/** Points adjustments that wait for a second person. */
export const waitingOptions = (enabled: boolean, approver?: number) =>
  queryOptions({
    queryKey: ['points-adjustments', 'waiting', approver],
    queryFn: ({ signal }) =>
      call(listAdjustments, {
        query: { status: ['requested'], approver, sort: 'oldest', count: 'yes' },
        signal,
      }),
    enabled,
    refetchInterval: 30_000,
  })

/** New names and types that wait for a second person. */
export const waitingChangesOptions = (enabled: boolean) =>
  queryOptions({
    queryKey: ['member-changes', 'waiting'],
    queryFn: ({ signal }) =>
      call(listMemberChanges, { query: { status: ['proposed'], sort: 'oldest' }, signal }),
    enabled,
    refetchInterval: 30_000,
  })

/** To whom a member belongs and belonged. */
export const belongingOptions = (memberId: number) =>
  queryOptions({
    queryKey: ['member', memberId, 'belonging'],
    queryFn: ({ signal }) => call(getBelonging, { params: { memberId }, signal }),
  })

/** Puts what was done to a member wherever the member is shown. */
export function keepUser(client: QueryClient, user: UserDetail): void {
  client.setQueryData(userOptions(String(user.memberId)).queryKey, user)
  replaceRow(client, userSource, user)
}

/** What depends on a member is read again: their points, their redemptions, what waits. */
export function refreshMember(client: QueryClient, memberId: number): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries(userOptions(String(memberId))),
    client.invalidateQueries({ queryKey: ['points-adjustments'] }),
    client.invalidateQueries({ queryKey: ['member-changes'] }),
    client.invalidateQueries({ queryKey: ['member', memberId] }),
  ])
}
