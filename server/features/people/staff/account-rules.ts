import type { Language } from '../../../../contract/people/members.ts'
import type { Role } from '../../../../contract/roles.ts'
import type { StaffCaller } from '../../../http/caller.ts'
import { AppError, invalidField } from '../../../lib/app-error.ts'

export type Account = {
  staffId: number
  name: string
  email: string
  role: Role
  language: Language
  disabledAt: Date | null
}
type Caller = Pick<StaffCaller, 'staffId' | 'role'>

/** An account of the dashboard that this person may change at all. Workers have a page of their own. */
export function checkMayChange(caller: Caller, account: Account): void {
  if (account.role === 'worker') {
    throw new AppError('conflict', 'This is a worker: change the account in the Worker List.')
  }
  if (account.role === 'admin' && caller.role !== 'admin') {
    throw new AppError('forbidden', 'Only an admin changes the account of an admin.')
  }
}

/** Nobody raises themselves, and only an admin makes admins. */
export function checkMayGive(caller: Caller, role: Role, account: Account | null): void {
  if (account?.role === role) return
  if (account?.staffId === caller.staffId) {
    throw invalidField('role', 'Nobody changes their own role: ask another admin.')
  }
  if (role === 'admin' && caller.role !== 'admin') {
    throw invalidField('role', 'Only an admin makes somebody an admin.')
  }
}

/** What would lock the person out who does it is for somebody else to do. */
export function checkNotSelf(caller: Caller, account: Account, words: string): void {
  if (caller.staffId === account.staffId) throw new AppError('conflict', words)
}

/** Somebody must stay who can manage the accounts. `admins` are the active ones, locked. */
export function checkAdminStays(admins: readonly number[], account: Account): void {
  if (account.role === 'admin' && admins.every((staffId) => staffId === account.staffId)) {
    throw new AppError('conflict', 'This is the last admin: make another one first.')
  }
}
