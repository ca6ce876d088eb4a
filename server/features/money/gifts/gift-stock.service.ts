import type { z } from 'zod'
import type { changeGiftStock, GiftDetail } from '../../../../contract/desk/offers.ts'
import type { Context } from '../../../context.ts'
import { transaction } from '../../../db/database.ts'
import { AppError, notFound } from '../../../lib/app-error.ts'
import { canonicalJson } from '../../../lib/canonical-json.ts'
import { equalBytes } from '../../../lib/crypto.ts'
import { audit, getGift, type By } from './gifts.service.ts'
import * as queries from './gifts.queries.ts'

/** So many pieces of one gift a programme never has; below what the column holds. */
const MOST_PIECES = 10_000_000

type Body = z.output<NonNullable<typeof changeGiftStock.body>>

/**
 * Puts pieces in or takes them out. The gift's lock makes changes and redemptions of it follow each
 * other, so the stock never falls below none and a key has one effect: again with the same body it
 * gives the gift as it is by then, with another body 409.
 */
export async function changeStock(
  context: Context,
  by: By,
  { giftId, idempotencyKey, change, reason }: Body & { giftId: number },
): Promise<GiftDetail> {
  const { staffId } = by.caller
  const digest = (text: string) => context.vault.digest('gift-stock', text)
  const keyDigest = await digest(idempotencyKey)
  const bodyDigest = await digest(canonicalJson({ change, reason, staffId }))
  return transaction(context.db, async (tx) => {
    const gift = await queries.lockGift(tx, giftId)
    if (!gift) throw notFound('This gift')
    const earlier = await queries.changeUnder(tx, giftId, keyDigest)
    if (earlier) {
      if (earlier.bodyDigest && equalBytes(earlier.bodyDigest, bodyDigest))
        return getGift(tx, giftId)
      throw usedKey()
    }
    const stockAfter = gift.stock + change
    refuseUnlessFits(gift, stockAfter)
    const at = context.now()
    await queries.writeStock(tx, {
      gift_id: giftId,
      at,
      staff_id: staffId,
      change,
      stock_after: stockAfter,
      reason,
      key_digest: keyDigest,
      body_digest: bodyDigest,
    })
    const detail = await getGift(tx, giftId)
    const [before, after] = [{ stock: gift.stock }, { stock: stockAfter }]
    await audit(tx, context, by, {
      action: 'gift.stock_changed',
      giftId,
      before,
      after,
      reason,
      at,
    })
    return detail
  })
}

function refuseUnlessFits({ name, stock }: { name: string; stock: number }, after: number): void {
  const pieces = stock.toLocaleString('en-IN')
  const message =
    after < 0
      ? stock === 0
        ? `Nothing of ${name} is in stock: nothing can be taken out.`
        : `Only ${pieces} of ${name} ${stock === 1 ? 'is' : 'are'} in stock: no more can be taken out.`
      : after > MOST_PIECES
        ? `At most ${MOST_PIECES.toLocaleString('en-IN')} pieces are kept of one gift; there are ${pieces}.`
        : null
  if (message !== null) throw new AppError('conflict', message, { fields: { change: message } })
}

function usedKey(): AppError {
  const message =
    'This idempotency key was used for another change. Use a new key for a new change.'
  return new AppError('conflict', message, { fields: { idempotencyKey: message } })
}
