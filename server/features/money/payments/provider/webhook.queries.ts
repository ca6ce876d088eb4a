import type { Insertable, Updateable } from 'kysely'
import type { Tx } from '../../../../db/database.ts'
import type { Database } from '../../../../db/schema.ts'

/** False where this very event came before. Of two at once the second waits for the first. */
export async function insertWebhook(
  tx: Tx,
  row: Insertable<Database['payment_webhook']>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('payment_webhook')
    .values(row)
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function setOutcome(
  tx: Tx,
  eventId: string,
  outcome: Pick<Updateable<Database['payment_webhook']>, 'outcome' | 'payment_id'>,
): Promise<void> {
  await tx
    .updateTable('payment_webhook')
    .set(outcome)
    .where('provider', '=', 'razorpayx')
    .where('event_id', '=', eventId)
    .execute()
}
