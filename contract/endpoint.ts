import type { z } from 'zod'
import { canSee } from './menu.ts'
import { can, type Permission } from './permissions.ts'
import { ROLES, type Role } from './roles.ts'

/**
 * Who may call an endpoint. There is no default: an endpoint without `access` does not type-check.
 * - `public`: anyone; `demo`: anyone, and only while the demo programme runs (404 elsewhere)
 * - `member`: a signed-in member · `staff`: any signed-in member of staff, workers included
 * - `page`: the roles whose menu holds any of these pages · `permission`: the roles that have it
 */
export type Access =
  | { kind: 'public' }
  | { kind: 'demo' }
  | { kind: 'member' }
  | { kind: 'staff' }
  | { kind: 'page'; pages: readonly string[] }
  | { kind: 'permission'; permission: Permission }

export const anyone = { kind: 'public' } as const satisfies Access
export const demoOnly = { kind: 'demo' } as const satisfies Access
export const member = { kind: 'member' } as const satisfies Access
export const signedIn = { kind: 'staff' } as const satisfies Access
export const seeing = (...pages: string[]) => ({ kind: 'page', pages }) as const satisfies Access
export const having = (permission: Permission) =>
  ({ kind: 'permission', permission }) as const satisfies Access

/** The roles an endpoint admits; none for public and member endpoints. */
export function rolesOf(access: Access): Role[] {
  switch (access.kind) {
    case 'staff':
      return [...ROLES]
    case 'page':
      return ROLES.filter((role) => access.pages.some((page) => canSee(role, page)))
    case 'permission':
      return ROLES.filter((role) => can(role, access.permission))
    default:
      return []
  }
}

type Schema = z.ZodType
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** How long a person who showed who it is needs not do so again. */
export const FRESH_MINUTES = 5

/** A file that comes in: the media types it may claim and the most bytes it may have. */
export type Upload = { types: readonly string[]; maxBytes: number }

/** A streamed answer: the handler gives bytes, the client gets a file. */
export type FileResponse = { file: readonly string[] }

export type Endpoint<
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  R extends Schema | FileResponse = Schema | FileResponse,
  A extends Access = Access,
> = {
  method: Method
  /** Below the origin, with `:name` for parameters: `/api/admin/batches/:batchId`. */
  path: `/api/${string}`
  access: A
  /**
   * Answers only a person who has shown within the last minutes who it is, by password or second factor;
   * others get the code `fresh_proof`. See decision 0064.
   */
  fresh?: true
  /** Answers also while the session is locked by the PIN. See decision 0073. */
  whileLocked?: true
  summary: string
  tag: string
  params?: P
  query?: Q
  body?: B
  /** The body is the bytes of one file instead: checked by what it is, not by what it is called. */
  upload?: Upload
  /** The answer carries an ETag; asked with it again while nothing changed, it is a 304 without a body. */
  tagged?: true
  response: R
}

/** An endpoint as data. Routes, authorization, validation, the client and the document all come from it. */
export function defineEndpoint<
  P extends Schema = z.ZodUndefined,
  Q extends Schema = z.ZodUndefined,
  B extends Schema = z.ZodUndefined,
  R extends Schema | FileResponse = Schema,
  A extends Access = Access,
>(endpoint: Endpoint<P, Q, B, R, A>): Endpoint<P, Q, B, R, A> {
  return endpoint
}

/** An answer that is a file of one of these media types. */
export const file = <T extends string>(...types: T[]): FileResponse => ({ file: types })

/** The header of an answer that tells the password of its file, once: nothing keeps it. */
export const FILE_PASSWORD = 'file-password'

export function isFile(response: Schema | FileResponse): response is FileResponse {
  return 'file' in response
}
