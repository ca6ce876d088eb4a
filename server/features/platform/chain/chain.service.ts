import type { Config } from '../../../config.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Db } from '../../../db/database.ts'
import { sha256, type Keys } from '../../../lib/crypto.ts'
import { lockChain, makeChainKey, readChain } from './chain-key.service.ts'
import type { Chain } from './chain-keys.ts'
import { addLink, readContent, type Link } from './link.service.ts'
import type { Head, Outside } from './outside/outside.ts'
import { placesOf } from './outside/places.ts'
import { timeStampOf } from './outside/time-stamp.ts'

const AT_ONCE = 1_000
export const markOf = (keys: Keys): string => keys.digest('chain', 'hil').toString('hex')

/** What stands outside is not what the database says: it was taken back, or its history was changed. */
export class ChainBroken extends Error {}

type Needs = { db: Db; keys: Keys; config: Config }

/** The chain of the database, begun where there is none: with a first link, before anything is sealed. */
export async function openChain({ db, keys, config }: Needs): Promise<Chain> {
  const known = await readChain(db, keys)
  if (known) return known
  const mark = markOf(keys)
  await refuseLostChain(placesOf(config), mark)
  return transaction(db, async (tx) => {
    await lockChain(tx)
    const made = await readChain(tx, keys)
    if (made) return made
    const chain = await makeChainKey(tx, keys)
    await addLink(tx, { chain, mark, at: new Date() })
    return chain
  })
}

/** Where this programme has heads already, its chain was taken out of the database: a new one would hide it. */
async function refuseLostChain(places: readonly Outside[], mark: string): Promise<void> {
  for (const place of places) {
    for (const chainId of await place.chains()) {
      const head = await place.last(chainId)
      if (head === null || readContent(head.content).mark !== mark) continue
      throw new Error(
        `The database has no chain, but ${place.where} has the heads of one (${chainId}) that was made under this master key. If history was deleted, restore a backup. If this is a new programme with an old master key, move those heads away.`,
      )
    }
  }
}

/**
 * Joins what was sealed since the last time into a link, and brings all links outside that are not
 * there yet. Throws ChainBroken where what stands there says otherwise; then nothing is added.
 */
export async function publishHeads({ db, keys, config }: Needs): Promise<void> {
  const chain = await readChain(db, keys)
  if (!chain) return
  const places = placesOf(config)
  await transaction(db, async (tx) => {
    await lockChain(tx)
    await addLink(tx, { chain, mark: markOf(keys), at: new Date() })
  })
  // One place that is away keeps nothing from another.
  const done = await Promise.allSettled(
    places.map((place) => publishTo(place, { db, chain, config })),
  )
  for (const result of done) if (result.status === 'rejected') throw result.reason
}

type Publishing = { db: Db; chain: Chain; config: Pick<Config, 'TIMESTAMP_URL'> }

async function publishTo(place: Outside, { db, chain, config }: Publishing): Promise<void> {
  const last = await place.last(chain.id)
  let number = last ? readContent(last.content).number : 0
  if (last) await refuseOther(db, place, last)
  for (;;) {
    const links = await db
      .selectFrom('chain_link')
      .select(['number', 'content', 'hash', 'signature'])
      .where('number', '>', String(number))
      .orderBy('number')
      .limit(AT_ONCE)
      .execute()
    const newest = links.at(-1)
    if (!newest) return
    const isLast = links.length < AT_ONCE
    const timeStamp = isLast ? await stampOf(config, newest) : null
    const heads = links.map((link) => headOf(chain, link))
    await place.append(chain.id, timeStamp ? stamped(heads, timeStamp) : heads)
    if (isLast) return
    number = Number(newest.number)
  }
}

async function refuseOther(db: Db, place: Outside, head: Head): Promise<void> {
  if (await isLink(db, head)) return
  const { number, at } = readContent(head.content)
  throw new ChainBroken(
    `${place.where} has head ${number} of ${at}, which the database has not: it was taken back to an earlier moment, or its history was changed. Run npm run verify.`,
  )
}

/** Whether a head is a link of the database, as it stands there. */
export async function isLink(db: Db, { content }: Head): Promise<boolean> {
  const link = await db
    .selectFrom('chain_link')
    .select('hash')
    .where('number', '=', String(readContent(content).number))
    .executeTakeFirst()
  return link?.hash.equals(sha256(content)) ?? false
}

export const headOf = (chain: Pick<Chain, 'publicKey'>, { content, signature }: Link): Head => ({
  content,
  publicKey: chain.publicKey.toString('base64'),
  signature: signature.toString('base64'),
})

const stamped = (heads: readonly Head[], timeStamp: string): Head[] =>
  heads.map((head, i) => (i === heads.length - 1 ? { ...head, timeStamp } : head))

async function stampOf(
  { TIMESTAMP_URL: url }: Pick<Config, 'TIMESTAMP_URL'>,
  { hash }: Link,
): Promise<string | null> {
  if (url === undefined) return null
  // Without its stamp a head is better there than not: the next one has its own.
  const stamp = await timeStampOf(url, hash).catch(() => null)
  return stamp?.toString('base64') ?? null
}

/** For the clock and for a stop: what goes wrong is told in the log, and tried again the next time. */
export async function publishOrTell(context: Pick<Context, 'db' | 'keys' | 'config' | 'log'>) {
  await publishHeads(context).catch((error: unknown) => {
    if (error instanceof ChainBroken) context.log.error({ err: error }, error.message)
    else context.log.error({ err: error }, 'the head of the chain could not be published')
  })
}

/**
 * After a restore: a signed link says that the heads from then on are given up, so that nobody takes
 * the lost time for a change of history. Nothing where there is no chain yet.
 */
export async function declareRestored({ db, keys, config }: Needs): Promise<void> {
  const chain = await readChain(db, keys)
  if (!chain) return
  const places = placesOf(config)
  const lasts = await Promise.all(places.map((place) => place.last(chain.id)))
  const upTo = Math.max(0, ...lasts.map((head) => (head ? readContent(head.content).number : 0)))
  const restored = upTo > 0 ? { restored: { upTo } } : {}
  const link = await transaction(db, async (tx) => {
    await lockChain(tx)
    return addLink(tx, { chain, mark: markOf(keys), at: new Date(), ...restored })
  })
  for (const place of places) if (link) await place.append(chain.id, [headOf(chain, link)])
}

export type TakenBack = { at: Date; from: number; upTo: number }

/** When history was taken back to an earlier moment, and which heads outside were given up by it. */
export async function takenBack(db: Db): Promise<TakenBack[]> {
  const links = await db
    .selectFrom('chain_link')
    .select(['number', 'at', 'content'])
    .where('content', 'like', '%"restored":{%')
    .orderBy('number')
    .execute()
  return links.flatMap(({ number, at, content }) => {
    const { restored } = readContent(content)
    const from = Number(number)
    return restored && restored.upTo >= from ? [{ at, from, upTo: restored.upTo }] : []
  })
}
