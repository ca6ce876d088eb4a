import type { Role } from '../../../../contract/roles.ts'
import type { Tx } from '../../../db/database.ts'

export async function insertStaff(
  tx: Tx,
  person: {
    email: string
    name: string
    role: Role
    plantId: number | null
    at: Date
    origin: 'founding' | 'approved' | 'server' | 'worker'
  },
): Promise<number | undefined> {
  const row = await tx
    .insertInto('staff')
    .values({
      email: person.email,
      name: person.name,
      role: person.role,
      language: person.role === 'worker' ? 'hi' : 'en',
      plant_id: person.plantId,
      password_hash: null,
      disabled_at: null,
      last_sign_in_at: null,
      created_at: person.at,
      origin: person.origin,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('staff_id')
    .executeTakeFirst()
  return row?.staff_id
}

/** A plant that takes new workers, held as it stands until the transaction ends. */
export async function plantByCode(tx: Tx, code: string): Promise<number | undefined> {
  const row = await tx
    .selectFrom('plant')
    .select('plant_id')
    .where('code', '=', code)
    .where('left_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return row?.plant_id
}

export async function updatePrepared(
  tx: Tx,
  staffId: number,
  change: {
    email?: string
    name?: string
    password_hash?: string
    disabled_at?: Date | null
    last_sign_in_at?: Date
  },
): Promise<void> {
  await tx.updateTable('staff').set(change).where('staff_id', '=', staffId).execute()
}

/** The account that an e-mail belongs to, locked: it is not disabled meanwhile. */
export async function accountByEmail(tx: Tx, email: string) {
  return tx
    .selectFrom('staff')
    .select(['staff_id as staffId', 'disabled_at as disabledAt'])
    .where('email', '=', email)
    .forNoKeyUpdate()
    .executeTakeFirst()
}
