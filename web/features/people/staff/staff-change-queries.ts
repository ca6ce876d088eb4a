import { queryOptions, type QueryClient } from '@tanstack/react-query'
import {
  listStaffChanges,
  type StaffChangeDone,
} from '../../../../contract/people/staff-changes.ts'
import { call } from '../../../lib/api.ts'
import { formatMoment } from '../../../lib/format.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { accountSource } from './people-list.tsx'

export const staffChangesOptions = () =>
  queryOptions({
    queryKey: [accountSource.name, 'changes'],
    queryFn: ({ signal }) => call(listStaffChanges, { signal }),
  })

/** What became of a proposal, wherever accounts are shown and in words; `onServer` where no mail goes out. */
export function afterChange(
  client: QueryClient,
  { change, link }: StaffChangeDone,
  onServer: (email: string) => void,
): void {
  void client.invalidateQueries({ queryKey: [accountSource.name] })
  const { name, email, state, words, dueAt } = change
  if (link === 'server') onServer(email)
  else if (link === 'mail')
    notifyDone(`A link for a password is on its way to the mailbox of ${name}.`)
  else if (state === 'effective') notifyDone(words)
  else if (dueAt)
    notifyDone(`Nobody else can approve it: it takes effect on ${formatMoment(dueAt)}.`)
  else notifyDone(`It waits for a second person. ${words}`)
}
