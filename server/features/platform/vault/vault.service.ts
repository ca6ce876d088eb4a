import { createHmac, randomBytes } from 'node:crypto'
import { transaction, type Db, type Tx } from '../../../db/database.ts'
import { openWith, sealWith, type Keys } from '../../../lib/crypto.ts'
import * as queries from './vault.queries.ts'

/**
 * Seals values under data keys of the database, which the master key wraps: so keys can be replaced
 * while the programme runs (`npm run keys -- rotate`).
 */
export type Vault = {
  /** AES-256-GCM of `plain`, bound to `context` (table, row and field): opens nowhere else. */
  seal(plain: Buffer, context: string): Promise<Buffer>
  /** The plain bytes; throws when the key, the context or a single bit is another. */
  open(sealed: Buffer, context: string): Promise<Buffer>
  /** HMAC-SHA-256 for what must be compared but never read; another purpose, another digest. */
  digest(purpose: string, text: string): Promise<Buffer>
}

const VERSION = 2
/** Bytes before the nonce: the version and the number of the key. */
export const HEADER = 5
const KEY_BYTES = 32

/** How long a process believes that the newest key it saw is still the newest. */
export const BELIEF_MS = 2_000

type DataKey = { keyId: number; key: Buffer }

/** Opens the vault; makes the first keys where there are none, once over any number of processes. */
export async function openVault({ db, keys }: { db: Db; keys: Keys }): Promise<Vault> {
  await transaction(db, (tx) => makeFirstKeys(tx, keys))
  const digesting = unwrap(keys, (await queries.newestKey(db, 'digest')) ?? missing('digest'))
  const known = new Map<number, Buffer>()
  const learn = (wrapped: queries.WrappedKey): DataKey => {
    const key = known.get(wrapped.keyId) ?? unwrap(keys, wrapped)
    known.set(wrapped.keyId, key)
    return { keyId: wrapped.keyId, key }
  }
  const newest = believing(BELIEF_MS, async () =>
    learn((await queries.newestKey(db, 'seal')) ?? missing('seal')),
  )
  await newest()
  return {
    async seal(plain, context) {
      const { keyId, key } = await newest()
      return sealUnder(keyId, key, plain, context)
    },
    async open(sealed, context) {
      const keyId = keyIdOf(sealed)
      const key = known.get(keyId) ?? learn(await heldKey(db, keyId)).key
      return openWith(key, sealed.subarray(HEADER), context)
    },
    digest: async (purpose, text) => {
      const bound = createHmac('sha256', digesting).update(purpose).digest()
      return createHmac('sha256', bound).update(text).digest()
    },
  }
}

/** Makes a key of 32 random bytes, wrapped by the master key for its number and purpose. */
export async function makeDataKey(
  tx: Tx,
  keys: Keys,
  purpose: queries.KeyPurpose,
): Promise<DataKey> {
  const keyId = await queries.nextKeyId(tx)
  const key = randomBytes(KEY_BYTES)
  await queries.insertKey(
    tx,
    { keyId, purpose, wrapped: wrap(keys, { keyId, purpose }, key) },
    new Date(),
  )
  return { keyId, key }
}

type KeyName = Pick<queries.WrappedKey, 'keyId' | 'purpose'>
const keyContext = ({ keyId, purpose }: KeyName) => `data_key:${keyId}:${purpose}`

export function wrap(keys: Keys, name: KeyName, key: Buffer): Buffer {
  return keys.seal(key, keyContext(name))
}

/** The key itself; throws when the master key is not the one that wrapped it. */
export function unwrap(keys: Keys, wrapped: queries.WrappedKey): Buffer {
  try {
    return keys.open(wrapped.wrapped, keyContext(wrapped))
  } catch (cause) {
    throw new Error(
      `Data key ${wrapped.keyId} cannot be unwrapped: the master key is not the one that wrapped it, or the row was changed.`,
      { cause },
    )
  }
}

/** A sealed value: version, number of its key, then nonce, tag and body. */
export function sealUnder(keyId: number, key: Buffer, plain: Buffer, context: string): Buffer {
  const header = Buffer.alloc(HEADER)
  header.writeUInt8(VERSION, 0)
  header.writeUInt32BE(keyId, 1)
  return Buffer.concat([header, sealWith(key, plain, context)])
}

function keyIdOf(sealed: Buffer): number {
  if (sealed.length < HEADER || sealed[0] !== VERSION) {
    throw new Error('This is not a value that the vault sealed.')
  }
  return sealed.readUInt32BE(1)
}

async function heldKey(db: Db, keyId: number): Promise<queries.WrappedKey> {
  const found = await queries.keyById(db, keyId)
  if (!found) throw new Error(`This value is sealed by data key ${keyId}, which is not held.`)
  return found
}

async function makeFirstKeys(tx: Tx, keys: Keys): Promise<void> {
  const purposes = ['seal', 'digest'] as const
  await queries.lockKeys(tx)
  for (const purpose of purposes) {
    if (!(await queries.newestKey(tx, purpose))) await makeDataKey(tx, keys, purpose)
  }
}

function missing(purpose: queries.KeyPurpose): never {
  throw new Error(`The database holds no key to ${purpose} with.`)
}

/** Loads at most once in `ms`; calls that come meanwhile share it. A failed load is not remembered. */
function believing<T>(ms: number, load: () => Promise<T>): () => Promise<T> {
  let held: { value: Promise<T>; until: number } | null = null
  return () => {
    if (held && performance.now() < held.until) return held.value
    const value = load()
    const mine = { value, until: performance.now() + ms }
    held = mine
    value.catch(() => {
      if (held === mine) held = null
    })
    return value
  }
}
