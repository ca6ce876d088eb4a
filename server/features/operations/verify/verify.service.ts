import { CompiledQuery } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Keys } from '../../../lib/crypto.ts'
import { onSnapshot, type Outside, verifyChain } from '../../platform/chain/index.ts'
import { APPROVAL_INVARIANTS } from './approval-invariants.ts'
import { checkInvariants, INVARIANTS, type Broken } from './invariants.ts'

type Needs = { keys: Keys; places: readonly Outside[] }

/** Everything that can be proved of one snapshot: the invariants, the approvals, and the chain. */
export function verifyEverything(db: Db, outside: Needs): Promise<Broken[]> {
  return onSnapshot(db, outside, async (tx, needs) => {
    const run = async (text: string) => {
      const { rows } = await tx.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text))
      return rows
    }
    const broken = await checkInvariants(run, [...INVARIANTS, ...APPROVAL_INVARIANTS])
    const touched = await verifyChain(tx, needs)
    if (touched.length === 0) return broken
    return [...broken, { name: 'History is as it was sealed and signed', rows: touched }]
  })
}
