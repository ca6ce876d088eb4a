import { APP_PAGES, type Target } from '../../../contract/audience.ts'
import type { Db, Tx } from '../../db/database.ts'
import { invalidField } from '../../lib/app-error.ts'
import * as queries from './target.queries.ts'

/**
 * The offer that a target names, else null. Refuses an offer that is not there at `target.offerId`;
 * one that is there stays to the end of the transaction.
 */
export async function checkTarget(tx: Tx, target: Target): Promise<number | null> {
  if (target.to !== 'offer') return null
  if (await queries.holdOffer(tx, target.offerId)) return target.offerId
  throw invalidField('target.offerId', 'This offer is not there any more. Choose another one.')
}

/** What targets are called, in their order; null for one that leads nowhere. One look-up for all. */
export async function targetWords(
  db: Db | Tx,
  targets: readonly Target[],
): Promise<(string | null)[]> {
  const offerIds = new Set(targets.flatMap((one) => (one.to === 'offer' ? [one.offerId] : [])))
  const titles = await queries.offerTitles(db, [...offerIds])
  return targets.map((target) => wordsOf(target, titles))
}

function wordsOf(target: Target, titles: ReadonlyMap<number, string>): string | null {
  switch (target.to) {
    case 'nothing':
      return null
    case 'page':
      return APP_PAGES[target.page]
    case 'offer':
      return `Offer: ${titles.get(target.offerId) ?? 'it is not there any more'}`
    case 'web':
      return target.address
  }
}
