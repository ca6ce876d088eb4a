import { CompiledQuery } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { TestServer } from './server.ts'
import { APPROVAL_INVARIANTS } from '../features/operations/verify/approval-invariants.ts'
import { checkInvariants, INVARIANTS } from '../features/operations/verify/invariants.ts'
import { unguarded } from './chain-attacks.ts'
import { placesOf } from '../features/platform/chain/outside/places.ts'
import {
  readPublished,
  verifyChain,
  type Touched,
} from '../features/platform/chain/verify-chain.service.ts'

type Found = { invariants: string[]; approvals: string[]; chain: Touched[] }

/** What the invariants, the approvals and the chain say after an attack by whoever owns the database; it is undone. */
export async function findings(
  server: TestServer,
  attack: (tx: Tx) => Promise<unknown>,
): Promise<Found> {
  let found: Found = { invariants: [], approvals: [], chain: [] }
  const undone = new Error('undone')
  const looking = server.db.transaction().execute(async (tx) => {
    await unguarded(tx)
    await attack(tx)
    const namesOf = async (which: typeof INVARIANTS) => {
      const broken = await checkInvariants(async (text) => {
        const { rows } = await tx.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text))
        return rows
      }, which)
      return broken.map(({ name }) => name)
    }
    const { keys, config } = server.context
    const published = await readPublished(tx, { keys, places: placesOf(config) })
    const chain = await verifyChain(tx, { keys, published })
    found = {
      invariants: await namesOf(INVARIANTS),
      approvals: await namesOf(APPROVAL_INVARIANTS),
      chain,
    }
    throw undone
  })
  await looking.catch((error: unknown) => {
    if (error !== undone) throw error
  })
  return found
}

export const named = (chain: readonly Touched[]) =>
  chain.map(({ table, id, what }) => [table, id, what])
export const WRITTEN = 'the row was written by something else than this product'
export const CHANGED = 'the row was changed after it was sealed'
export const DELETED = 'the row was deleted'
