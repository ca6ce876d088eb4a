import type { Context } from '../../../context.ts'
import { transaction, type Db, type Tx } from '../../../db/database.ts'
import type { Origin } from '../../../http/caller.ts'
import { AppError } from '../../../lib/app-error.ts'
import { equalBytes, newToken, sha256 } from '../../../lib/crypto.ts'
import { takeTry } from '../../platform/throttle/index.ts'
import * as queries from './link.queries.ts'

const LINK_HOURS = 24
/** Made-up tokens of one address. A guide of some dozen calls stays far below. */
const RATE_LIMIT = { free: 60, longestSeconds: 60, windowSeconds: 900 }

/** A request of the guide: what the link holds, and the cookie of its browser. */
export type Visit = { token: string; browser: string | undefined; origin: Origin }

/**
 * A new set-up link while no administrator is there; the one before it ends. Null where an
 * administrator is there.
 */
export async function issueSetupLink({
  db,
  now,
  publicUrl,
}: Pick<Context, 'db' | 'now' | 'publicUrl'>): Promise<string | null> {
  const token = newToken()
  const at = now()
  const expiresAt = new Date(at.getTime() + LINK_HOURS * 3_600_000)
  return transaction(db, async (tx) => {
    if (await queries.hasAdmin(tx)) return null
    await queries.replaceLink(tx, { tokenHash: sha256(token), at, expiresAt })
    return `${publicUrl}/setup/${token}`
  })
}

/** Counts a request of the guide against guessing. */
export async function countVisit({ db }: Pick<Context, 'db'>, { origin }: Visit): Promise<void> {
  await takeTry(db, `setup:${origin.address}`, RATE_LIMIT)
}

/** The link of a visit, locked until the transaction ends; refuses any that may not go on. */
export async function lockLink(
  { now }: Pick<Context, 'now'>,
  tx: Tx,
  visit: Visit,
): Promise<queries.LinkRow> {
  const link = await openLink({ now }, tx, visit, { lock: true })
  if (link.browserHash === null) {
    throw new AppError('conflict', 'Open the set-up link from its beginning.')
  }
  return link
}

/** Makes a link this browser's own, or says why not. Gives the cookie that shows it. */
export async function claimLink(context: Context, visit: Visit): Promise<string> {
  await countVisit(context, visit)
  return transaction(context.db, async (tx) => {
    const link = await openLink(context, tx, visit, { lock: true })
    if (link.browserHash !== null && visit.browser !== undefined) return visit.browser
    const browser = newToken()
    await queries.updateLink(tx, { browser_hash: sha256(browser) })
    return browser
  })
}

async function openLink(
  { now }: Pick<Context, 'now'>,
  db: Db | Tx,
  { token, browser }: Visit,
  { lock }: { lock: boolean },
): Promise<queries.LinkRow> {
  const link = await queries.linkRow(db, { lock })
  if (!link || !equalBytes(link.tokenHash, sha256(token))) {
    throw new AppError(
      'not_found',
      'This set-up link does not fit. A start of the server prints a new one and ends the one before: use the newest.',
    )
  }
  if (link.usedAt !== null) {
    throw new AppError('conflict', 'This set-up link was used: the programme is set up. Sign in.')
  }
  if (await queries.hasAdmin(db)) {
    throw new AppError('conflict', 'There is an administrator already. Sign in.')
  }
  if (link.expiresAt <= now()) {
    throw new AppError(
      'not_found',
      `This set-up link has ended: it is good for ${LINK_HOURS} hours. Start the server again, and it prints a new one.`,
    )
  }
  const isMine = browser !== undefined && link.browserHash?.equals(sha256(browser))
  if (link.browserHash !== null && !isMine) {
    throw new AppError(
      'forbidden',
      'This set-up link was opened in another browser. Go on there, or start the server again for a new link.',
    )
  }
  return link
}
