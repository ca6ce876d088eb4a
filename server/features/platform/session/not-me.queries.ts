import type { Tx } from '../../../db/database.ts'

/** Uses a link up: of two uses at once one gets the person, the other nothing. */
export async function useNotMe(tx: Tx, tokenHash: Buffer, at: Date) {
  return tx
    .updateTable('not_me_link')
    .set({ used_at: at })
    .from('staff')
    .whereRef('staff.staff_id', '=', 'not_me_link.staff_id')
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .where('staff.disabled_at', 'is', null)
    .returning([
      'staff.staff_id as staffId',
      'staff.email',
      'staff.name',
      'staff.role',
      'staff.language',
      'not_me_link.email as mailbox',
    ])
    .executeTakeFirst()
}
