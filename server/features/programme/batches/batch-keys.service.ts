import type { Tx } from '../../../db/database.ts'
import type { Keys } from '../../../lib/crypto.ts'

/** What the sealed key of a batch is bound to. */
export const batchKeyContext = (batchId: number) => `coupon_batch:${batchId}:key`

/** Seals every batch's key by another master key; the keys themselves, and so the codes, stay. */
export async function resealBatchKeys(
  tx: Tx,
  { from, to }: { from: Keys; to: Keys },
): Promise<number> {
  const batches = await tx
    .selectFrom('coupon_batch')
    .select(['batch_id as batchId', 'sealed_key as sealedKey'])
    .orderBy('batch_id')
    .forUpdate()
    .execute()
  for (const { batchId, sealedKey } of batches) {
    const context = batchKeyContext(batchId)
    await tx
      .updateTable('coupon_batch')
      .set({ sealed_key: to.seal(from.open(sealedKey, context), context) })
      .where('batch_id', '=', batchId)
      .execute()
  }
  return batches.length
}
