import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { sqlState, transaction, withClient, type Db, type Tx } from '../../../db/database.ts'
import { openWith, type Keys } from '../../../lib/crypto.ts'
import { writeAudit } from '../audit/index.ts'
import * as rotation from './rotation.queries.ts'
import { SEALED_COLUMNS, type SealedColumn } from './sealed-columns.ts'
import { BELIEF_MS, HEADER, makeDataKey, sealUnder, unwrap } from './vault.service.ts'
import * as queries from './vault.queries.ts'

type Needs = { db: Db; connection: pg.ClientConfig; keys: Keys }
type Say = (line: string) => void
type Key = { keyId: number; key: Buffer }

const PIECE = 500
/** By then every process seals with the new key, but for what it was about to write. */
const SETTLED_MS = 2 * BELIEF_MS
const PAUSE_MS = 200
const FOREIGN_KEY = '23503'
const LOCK_TIMEOUT = '55P03'

/**
 * Replaces the key that values are sealed by, while the programme runs: makes a new one, seals every
 * value again, goes on until nothing of the older keys is left, then deletes those. May be killed at
 * any moment: the next rotation goes on with the key that was begun.
 */
export async function rotate(needs: Needs, say: Say): Promise<void> {
  await alone(needs.connection, async () => {
    const { newest, older } = await beginRotation(needs, say)
    const settledAt = performance.now() + SETTLED_MS
    const olderIds = [...older.keys()]
    let resealed = 0
    for (;;) {
      for (const column of SEALED_COLUMNS) {
        resealed += await resealColumn(needs.db, column, newest, older)
      }
      const left = await Promise.all(
        SEALED_COLUMNS.map((column) => rotation.anyLeft(needs.db, column, olderIds)),
      )
      const isDone = !left.includes(true) && performance.now() >= settledAt
      if (isDone && (await retire(needs, newest.keyId, olderIds, resealed))) break
      await delay(PAUSE_MS)
    }
    say(`${resealed} values are sealed again by key ${newest.keyId}.`)
    say(`Retired: key ${olderIds.join(', ')}. Nothing can be opened by it any more.`)
  })
}

/** Runs `work` while nobody else rotates keys of this database. */
export async function alone(connection: pg.ClientConfig, work: () => Promise<void>): Promise<void> {
  await withClient(connection, async (client) => {
    const { rows } = await client.query<{ taken: boolean }>(
      "select pg_try_advisory_lock(hashtextextended('rotation', 0)) as taken",
    )
    if (!rows[0]?.taken) throw new Error('Another command changes the keys now. Let it end first.')
    await work()
  })
}

async function beginRotation(
  { db, keys }: Needs,
  say: Say,
): Promise<{ newest: Key; older: Map<number, Buffer> }> {
  return transaction(db, async (tx) => {
    await queries.lockKeys(tx)
    const held = (await queries.heldKeys(tx))
      .filter(({ purpose }) => purpose === 'seal')
      .map((wrapped) => ({ keyId: wrapped.keyId, key: unwrap(keys, wrapped) }))
    const begun = held.length > 1 ? held.pop() : undefined
    const newest = begun ?? (await makeDataKey(tx, keys, 'seal'))
    say(
      begun
        ? `An earlier rotation was not finished: going on with key ${newest.keyId}.`
        : `Key ${newest.keyId} is made. Sealing every value again …`,
    )
    return { newest, older: new Map(held.map(({ keyId, key }) => [keyId, key])) }
  })
}

/** Seals again what older keys sealed in a column, piece by piece; gives how many values it were. */
async function resealColumn(
  db: Db,
  column: SealedColumn,
  newest: Key,
  older: ReadonlyMap<number, Buffer>,
): Promise<number> {
  for (let total = 0; ;) {
    const done = await transaction(db, (tx) => resealPiece(tx, column, newest, older))
    total += done
    if (done === 0) return total
  }
}

async function resealPiece(
  tx: Tx,
  column: SealedColumn,
  newest: Key,
  older: ReadonlyMap<number, Buffer>,
): Promise<number> {
  const piece = await rotation.lockPiece(tx, column, [...older.keys()], PIECE)
  if (piece.length === 0) return 0
  const replacements = piece.map((before) => ({
    before,
    sealed: sealUnder(
      newest.keyId,
      newest.key,
      openValue(column, before, older),
      column.context(before.key),
    ),
  }))
  return rotation.replacePiece(tx, column, replacements)
}

function openValue(
  { table, column, context }: SealedColumn,
  { key, sealed }: rotation.SealedValue,
  older: ReadonlyMap<number, Buffer>,
): Buffer {
  try {
    const dataKey = older.get(sealed.readUInt32BE(1))
    if (!dataKey) throw new Error('Its key is not held.')
    return openWith(dataKey, sealed.subarray(HEADER), context(key))
  } catch (cause) {
    throw new Error(
      `${table}.${column} of ${key.join(', ')} cannot be opened: it was changed or moved. Nothing is lost, and nothing is retired, until this is put right.`,
      { cause },
    )
  }
}

/** Deletes the older keys; false when a value that one of them sealed has just come or is on its way. */
async function retire(
  { db, keys }: Needs,
  newest: number,
  older: readonly number[],
  resealed: number,
): Promise<boolean> {
  try {
    await transaction(db, async (tx) => {
      await rotation.deleteSecrets(tx, older, new Date())
      await writeAudit(tx, keys, {
        by: null,
        action: 'keys.rotated',
        subject: 'data_key',
        subjectId: newest,
        before: { keys: older },
        after: { key: newest, resealed },
      })
    })
    return true
  } catch (error) {
    const state = sqlState(error)
    if (state === FOREIGN_KEY || state === LOCK_TIMEOUT) return false
    throw error
  }
}

export type KeyStatus = rotation.KeyRow & { values: Record<string, number> }

/** Every key that is or was, with how many values of each column it seals. */
export async function keyStatus(db: Db): Promise<KeyStatus[]> {
  const counts = await Promise.all(
    SEALED_COLUMNS.map(async (column) => ({
      name: `${column.table}.${column.column}`,
      byKey: await rotation.countByKey(db, column),
    })),
  )
  const keys = await rotation.allKeys(db)
  return keys.map((key) => ({
    ...key,
    values: Object.fromEntries(
      counts.flatMap(({ name, byKey }) => {
        const values = byKey.get(key.keyId) ?? 0
        return values > 0 ? [[name, values]] : []
      }),
    ),
  }))
}
