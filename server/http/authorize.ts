import type { FastifyRequest } from 'fastify'
import { FRESH_MINUTES, rolesOf, type Access, type Endpoint } from '../../contract/endpoint.ts'
import { AppError } from '../lib/app-error.ts'
import type { Authenticator } from './authenticate.ts'
import type { Caller, StaffCaller } from './caller.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
  interface FastifyInstance {
    authenticator: Authenticator
    demo: boolean
  }
}

const allowedRoles = new WeakMap<Access, ReadonlySet<string>>()

function rolesFor(access: Access): ReadonlySet<string> {
  const known = allowedRoles.get(access) ?? new Set<string>(rolesOf(access))
  allowedRoles.set(access, known)
  return known
}

/**
 * Lets the request through, or refuses it with 401 or 403, by what the endpoint declares. Whoever is locked out is
 * nobody to a public endpoint.
 */
export async function authorize(
  request: FastifyRequest,
  { access, fresh, whileLocked }: Pick<Endpoint, 'access' | 'fresh' | 'whileLocked'>,
): Promise<void> {
  if (access.kind === 'demo' && !request.server.demo) {
    throw new AppError('not_found', 'There is nothing at this address.')
  }
  const caller = await request.server.authenticator(request)
  const locked = caller?.kind === 'staff' && caller.locked === true && !whileLocked
  request.caller = locked ? null : caller
  if (access.kind === 'public' || access.kind === 'demo') return
  if (locked) throw new AppError('locked', 'This phone is locked. Enter your PIN to go on.')
  if (!caller) throw new AppError('unauthenticated', 'Sign in to go on.')
  if (access.kind === 'member') {
    if (caller.kind !== 'member') throw forbidden()
    return
  }
  if (caller.kind !== 'staff') throw forbidden()
  admitStaff(caller, access)
  if (fresh) needFreshProof(caller)
}

/** Refuses whoever has not shown again who it is: where only some acts of an endpoint ask for it. */
export function needFreshProof({ provedAt }: StaffCaller): void {
  if (provedAt !== undefined && Date.now() - provedAt < FRESH_MINUTES * 60_000) return
  throw new AppError('fresh_proof', 'Confirm that it is you to go on.')
}

/** Refuses whoever an endpoint of this access would refuse: for one that reads on behalf of others. */
export function admitStaff(caller: StaffCaller, access: Access, refusal?: string): void {
  if (!rolesFor(access).has(caller.role)) throw forbidden(refusal)
  if (caller.limited && access.kind !== 'staff') {
    throw new AppError('forbidden', 'Set two-factor sign-in up first: your role must have it.')
  }
}

function forbidden(words = 'Your role does not allow this.'): AppError {
  return new AppError('forbidden', words)
}
