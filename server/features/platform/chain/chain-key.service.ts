import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/database.ts'
import type { Keys } from '../../../lib/crypto.ts'
import { makeChain, SECRET_BYTES, type Chain } from './chain-keys.ts'

const CONTEXT = 'chain_key'

/** The chain of this database; null where there is none yet. */
export async function readChain(db: Db | Tx, keys: Keys): Promise<Chain | null> {
  const row = await db.selectFrom('chain_key').selectAll().executeTakeFirst()
  if (!row) return null
  const chain = makeChain(secretOf(keys, row.sealed))
  if (chain.publicKey.equals(row.public_key)) return chain
  throw new Error('The public key of the chain is not that of its secret: the row was changed.')
}

/** Makes the key of a chain that begins. */
export async function makeChainKey(tx: Tx, keys: Keys): Promise<Chain> {
  const secret = randomBytes(SECRET_BYTES)
  const chain = makeChain(secret)
  await tx
    .insertInto('chain_key')
    .values({ public_key: chain.publicKey, sealed: keys.seal(secret, CONTEXT) })
    .execute()
  return chain
}

/** One at a time begins a chain, adds a link to it, or takes its key to another master key. */
export async function lockChain(tx: Tx): Promise<void> {
  await sql`lock table chain_key in share row exclusive mode`.execute(tx)
}

/** Seals the key of the chain by another master key; the chain goes on as it is. */
export async function resealChainKey(
  tx: Tx,
  { from, to }: { from: Keys; to: Keys },
): Promise<void> {
  await lockChain(tx)
  const row = await tx.selectFrom('chain_key').select('sealed').executeTakeFirst()
  if (!row) return
  const sealed = to.seal(secretOf(from, row.sealed), CONTEXT)
  await tx.updateTable('chain_key').set({ sealed }).execute()
}

function secretOf(keys: Keys, sealed: Buffer): Buffer {
  try {
    return keys.open(sealed, CONTEXT)
  } catch (cause) {
    throw new Error(
      'The key of the chain cannot be opened: the master key is another one, or the row was changed.',
      { cause },
    )
  }
}
