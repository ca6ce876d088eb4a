import type { Generated } from 'kysely'
import type { Role } from '../../contract/roles.ts'
import type {
  StaffChangeBasis,
  StaffChangeKind,
  StaffChangeState,
} from '../../contract/people/staff-changes.ts'
import type { Bytes, Id } from './column-types.ts'

/** Who may come in, and by what. */
export type AccessTables = {
  staff: {
    version: Generated<number>
    staff_id: Generated<number>
    email: string
    name: string
    role: Role
    plant_id: number | null
    password_hash: string | null
    disabled_at: Date | null
    last_sign_in_at: Date | null
    created_at: Date
    language: Generated<'en' | 'hi'>
    /** How the account came to be: what it is asked as a second person hangs on it. */
    origin: Generated<'founding' | 'approved' | 'server' | 'worker'>
    /** When a session alone set the present password; null where a one-time link did. */
    password_alone_at: Generated<Date | null>
  }
  staff_change: {
    change_id: Id
    kind: StaffChangeKind
    staff_id: number | null
    name: string | null
    email: string | null
    role: Role | null
    reason: string | null
    state: StaffChangeState
    proposed_by: number
    proposed_at: Date
    due_at: Date | null
    basis: StaffChangeBasis | null
    decided_by: number | null
    decided_at: Date | null
    note: string | null
  }
  session: {
    token_hash: Bytes
    cookie_hash: Bytes | null
    staff_id: number | null
    member_id: number | null
    created_at: Date
    seen_at: Date
    expires_at: Date
    address: string | null
    user_agent: string | null
    limited: Generated<boolean>
    /** When its person last showed who it is, by the password or a second factor. */
    proved_at: Generated<Date | null>
    /** Locks by itself without an act of its person, and is opened by the PIN. */
    pin_locks: Generated<boolean>
    /** Holds to the end of the shift, whatever the idle limit is. */
    for_shift: Generated<boolean>
    locked_at: Generated<Date | null>
    pin_tries: Generated<number>
  }
  worker_pin: { staff_id: number; pin_hash: string; set_at: Date }
  one_time_link: {
    token_hash: Bytes
    staff_id: number
    created_at: Date
    expires_at: Date
    used_at: Date | null
  }
  not_me_link: {
    token_hash: Bytes
    staff_id: number
    email: string
    created_at: Date
    expires_at: Date
    used_at: Date | null
  }
  passkey: {
    credential_id: Bytes
    staff_id: number
    public_key: Bytes
    counter: Id
    transports: string[]
    user_agent: string | null
    created_at: Date
    used_at: Date | null
  }
  one_time_password: {
    request_hash: Bytes
    mobile: string
    code_hash: Bytes
    tries: Generated<number>
    expires_at: Date
  }
  throttle: { key: string; count: number; not_before: Date; resets_at: Date }
}
