import { LANGUAGE_NAMES, type Language } from '../../../../contract/people/members.ts'
import { ROLE_NAMES, type Role } from '../../../../contract/roles.ts'
import type { StaffChangeKind } from '../../../../contract/people/staff-changes.ts'
import { plainWords } from '../../../../contract/trail.ts'
import { changeWords, fieldsOf, type FieldWords } from '../../../lib/change-words.ts'
import type { AuditedEvent } from '../../platform/audit/index.ts'

/** What the fields of an account are called. */
export const FIELD_WORDS: FieldWords = {
  labels: { name: 'Name', email: 'E-mail', role: 'Role', language: 'Language' },
  show: shown,
}
const WORDS: Readonly<Record<string, string>> = {
  'staff.created': 'Account made',
  'staff.disabled': 'Disabled: sessions and links ended',
  'staff.enabled': 'Enabled again',
  'staff.signed_out': 'Signed out everywhere',
  'staff.relinked': 'New one-time link; the old password ended',
  'staff.link_printed': 'New one-time link, printed on the server',
  'staff.two_factor_reset': 'Two-factor sign-in taken away; sessions ended',
  'two-factor.on': 'Turned two-factor sign-in on',
  'two-factor.off': 'Turned two-factor sign-in off',
  'two-factor.recovery_renewed': 'Took new recovery codes',
  'passkey.added': 'Added a passkey',
  'passkey.removed': 'Removed a passkey',
  'session.ended': 'Ended a session',
  'password.changed': 'Changed the password',
  'account.not_me': 'Said that a change was somebody else’s',
  'password.reset': 'Set a password with a one-time link',
}

const PROPOSED: Record<StaffChangeKind, string> = {
  create: 'a new account',
  change: 'another e-mail or role',
  link: 'a new link for a password',
  two_factor: 'to turn two-factor sign-in off',
  enable: 'to enable the account again',
}
const DID: Readonly<Record<string, string>> = {
  'staff.change.proposed': 'Proposed',
  'staff.change.rejected': 'Rejected what was proposed',
  'staff.change.withdrawn': 'Withdrew the proposal',
}

/** An event of an account in words; a change names what it was and what it is. */
export function wordsOf({ action, before, after }: AuditedEvent): string {
  if (action === 'staff.changed' || action === 'staff.language_set') {
    return changeWords(FIELD_WORDS, before, after)
  }
  const did = DID[action]
  if (did === undefined) return WORDS[action] ?? plainWords(action)
  return `${did}: ${PROPOSED[fieldsOf(after).kind as StaffChangeKind]}`
}

function shown(name: string, value: unknown): string {
  if (name === 'role') return ROLE_NAMES[value as Role] ?? String(value)
  if (name === 'language') return LANGUAGE_NAMES[value as Language] ?? String(value)
  return String(value)
}
