import type { Db } from '../../../db/database.ts'
import { sha256 } from '../../../lib/crypto.ts'
import { forgetTries, giveBackTry, takeTry } from '../throttle/index.ts'

/** Of one browser that is known, or of one address for one account. */
export const OWN_LIMIT = { free: 8, longestSeconds: 60, windowSeconds: 900 }
/** Of one address over all accounts. */
export const ADDRESS_LIMIT = { free: 200, longestSeconds: 60, windowSeconds: 900 }
/** Of all strangers together, from wherever they come, for one account. */
const STRANGERS_LIMIT = { free: 20, longestSeconds: 300, windowSeconds: 900 }

const hex = (text: string) => sha256(text).toString('hex')

/**
 * Takes one try to sign in, or refuses it with 429. A browser that is known for the account has a limit
 * of its own, so nobody else can make it wait. All others are limited by address and, for one account,
 * over all addresses. Whether the account exists makes no difference. Gives what a try that succeeded
 * must call: it does not count.
 */
export async function takeSignInTry(
  db: Db,
  { account, address, device }: { account: string; address: string; device: string | null },
): Promise<() => Promise<void>> {
  if (device !== null) {
    const own = `login:device:${device}`
    await takeTry(db, own, OWN_LIMIT)
    return () => forgetTries(db, own)
  }
  const own = `login:${hex(`${account}|${address}`)}`
  const strangers = `login:account:${hex(account)}`
  const neighbours = `login:${address}`
  await takeTry(db, own, OWN_LIMIT)
  await takeTry(db, neighbours, ADDRESS_LIMIT)
  await takeTry(db, strangers, STRANGERS_LIMIT)
  return async () => {
    await forgetTries(db, own)
    // Not forgotten: the tries of others before it were no less tries. A whole office has one address.
    await giveBackTry(db, neighbours, ADDRESS_LIMIT)
    await giveBackTry(db, strangers, STRANGERS_LIMIT)
  }
}
