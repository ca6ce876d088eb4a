import { ROLE_NAMES, type Role } from '../../../contract/roles.ts'

const PLAIN: Record<string, string> = {
  'staff.created': 'Account made',
  'staff.disabled': 'Disabled: sessions and links ended',
  'staff.enabled': 'Enabled again',
  'staff.signed_out': 'Signed out everywhere',
  'staff.relinked': 'New one-time link; the old password ended',
  'staff.two_factor_reset': 'Two-factor sign-in taken away; sessions ended',
  'two-factor.on': 'Turned two-factor sign-in on',
  'two-factor.off': 'Turned two-factor sign-in off',
  'two-factor.recovery_renewed': 'Took new recovery codes',
  'session.ended': 'Ended a session',
  'password.changed': 'Changed the password',
  'password.reset': 'Set a password with a one-time link',
}

const FIELDS: Record<string, string> = { name: 'Name', email: 'E-mail', role: 'Role' }

const shown = (field: string, value: unknown): string =>
  field === 'role' ? (ROLE_NAMES[value as Role] ?? String(value)) : String(value)

/** An event of an account in words; a change names what it was and what it is. */
export function eventWords(action: string, before: unknown, after: unknown): string {
  if (action !== 'staff.changed') return PLAIN[action] ?? action
  const [was, is] = [{ ...(before as object) }, { ...(after as object) }]
  const parts = Object.entries(is).map(([field, value]) => {
    const old = shown(field, Reflect.get(was, field))
    return `${FIELDS[field] ?? field}: ${old} → ${shown(field, value)}`
  })
  return parts.join('; ')
}
