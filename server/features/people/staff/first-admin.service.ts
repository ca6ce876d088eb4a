import type { Tx } from '../../../db/database.ts'
import { originOnServer } from './staff.service.ts'
import * as queries from './staff.queries.ts'

type Prepared = {
  /** The account that was prepared before; null for a new one. */
  staffId: number | null
  name: string
  email: string
  passwordHash: string
  at: Date
}

/**
 * Makes the account of the first administrator, or changes the one that was prepared before. It stays
 * disabled until openAdmin(). Null where a new one's e-mail is somebody's; a change throws 23505.
 */
export async function prepareAdmin(
  tx: Tx,
  { staffId, name, email, passwordHash, at }: Prepared,
): Promise<number | null> {
  const origin = await originOnServer(tx)
  const person = { email, name, role: 'admin', plantId: null, at, origin } as const
  const id = staffId ?? (await queries.insertStaff(tx, person)) ?? null
  if (id === null) return null
  await queries.updatePrepared(tx, id, {
    email,
    name,
    password_hash: passwordHash,
    disabled_at: at,
  })
  return id
}

export async function openAdmin(tx: Tx, staffId: number, at: Date): Promise<void> {
  await queries.updatePrepared(tx, staffId, { disabled_at: null, last_sign_in_at: at })
}
