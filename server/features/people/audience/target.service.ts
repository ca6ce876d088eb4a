import { APP_PAGES, type Target } from '../../../../contract/people/audience.ts'
import { linkFault } from '../../../../contract/platform/message-links.ts'
import { hostOf } from '../../../../contract/web-address.ts'
import type { Context } from '../../../context.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { invalidField } from '../../../lib/app-error.ts'
import * as queries from './target.queries.ts'

type Hosts = Pick<Context['channels'], 'linkHosts'>

/** Refuses a text for members that has a link to a host that is not allowed, at its field. */
export function refuseStrangeLinks(
  { linkHosts }: Hosts,
  texts: Readonly<Record<string, string>>,
): void {
  for (const [field, text] of Object.entries(texts)) {
    const fault = linkFault(text, {}, linkHosts)
    if (fault !== null) throw invalidField(field, fault)
  }
}

/**
 * The offer that a target names, else null. Refuses a host that is not allowed at `target.address`, and
 * an offer that is not there at `target.offerId`; one that is there stays to the end of the transaction.
 */
export async function checkTarget(tx: Tx, hosts: Hosts, target: Target): Promise<number | null> {
  if (target.to === 'web') refuseStrangeHost(hosts, target.address)
  if (target.to !== 'offer') return null
  if (await queries.holdOffer(tx, target.offerId)) return target.offerId
  throw invalidField('target.offerId', 'This offer is not there any more. Choose another one.')
}

function refuseStrangeHost({ linkHosts }: Hosts, address: string): void {
  const host = hostOf(address) ?? address
  if (linkHosts.includes(host)) return
  const words = `Links for members lead to ${linkHosts.join(', ')} only, not to ${host}. Whoever runs the server can allow other hosts (MESSAGE_LINK_HOSTS).`
  throw invalidField('target.address', words)
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
