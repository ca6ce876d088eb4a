import type { Access } from '../../contract/endpoint.ts'
import type { MemberKind } from '../../contract/people/members.ts'
import type { Role } from '../../contract/roles.ts'

export type StaffCaller = {
  kind: 'staff'
  staffId: number
  email: string
  name: string
  role: Role
  plantId: number | null
  sessionHash: Buffer
  /** The role must have two-factor sign-in and this person has not: only `staff` endpoints answer. */
  limited?: boolean
  /** The session waits for the PIN: only unlocking and signing out answer. */
  locked?: boolean
  /** When the person last showed who it is, in milliseconds since 1970. */
  provedAt?: number
}

export type MemberCaller = {
  kind: 'member'
  memberId: number
  state: number
  memberKind: MemberKind
  distributorId: number | null
  sessionHash: Buffer
}

export type Caller = StaffCaller | MemberCaller

/** Whom a handler meets, by the access its endpoint declares. */
export type CallerOf<A extends Access> = A extends { kind: 'member' }
  ? MemberCaller
  : A extends { kind: 'staff' | 'page' | 'permission' }
    ? StaffCaller
    : Caller | null

/** The part of a request that an audit row keeps. */
export type Origin = { requestId: string; address: string; userAgent: string | undefined }
