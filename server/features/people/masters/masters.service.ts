import { sql } from 'kysely'
import type { MasterStatus } from '../../../../contract/people/masters.ts'
import type { Context } from '../../../context.ts'
import { sqlState, transaction, type Db, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError, notFound } from '../../../lib/app-error.ts'
import { writeAudit, type AuditEntry } from '../../platform/audit/index.ts'

const TAKEN = '23505'
const NAMED = '23503'

/** The tables of masters, each with its key; the name of the table is the subject of its audit rows. */
const MASTERS = {
  plant: { id: 'plant_id', words: 'plant' },
  product: { id: 'product_id', words: 'product' },
  product_group: { id: 'group_id', words: 'group' },
  territory: { id: 'territory_id', words: 'territory' },
} as const
export type Master = keyof typeof MASTERS

export type By = { caller: StaffCaller; origin: Origin }

export const statusOf = (leftAt: Date | null): MasterStatus =>
  leftAt === null ? 'active' : 'deactivated'

/**
 * Runs `work` in a transaction. `refuseTaken` refuses what another has already, in words; it is asked
 * before and, where a race was lost, after.
 */
export async function savingUnique<T>(
  db: Db,
  refuseTaken: (db: Db | Tx) => Promise<void>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await transaction(db, async (tx) => {
      await refuseTaken(tx)
      return work(tx)
    })
  } catch (error) {
    if (sqlState(error) !== TAKEN) throw error
    await refuseTaken(db)
    throw new AppError('conflict', 'Somebody entered the same just now. Try again.', {
      cause: error,
    })
  }
}

/** Refuses with 409, each sentence at its field. */
export function refuseFields(taken: Record<string, string>): void {
  const [first] = Object.values(taken)
  if (first) throw new AppError('conflict', first, { fields: taken })
}

export async function audit(
  tx: Tx,
  { keys }: Pick<Context, 'keys'>,
  { caller: { staffId, role }, origin }: By,
  told: Omit<AuditEntry, 'by' | 'requestId'> & { at: Date },
): Promise<void> {
  await writeAudit(tx, keys, {
    by: { staffId, role },
    requestId: origin.requestId,
    ...told,
  })
}

/** A master, locked: who chooses it for something new waits, or is waited for. */
async function lockMaster(tx: Tx, master: Master, id: number, to: 'update' | 'no key update') {
  const { id: column, words } = MASTERS[master]
  const { rows } = await sql<{ name: string; leftAt: Date | null }>`
    select name, left_at as "leftAt" from ${sql.table(master)}
    where ${sql.ref(column)} = ${id}::int for ${sql.raw(to)}`.execute(tx)
  const [found] = rows
  if (!found) throw notFound(`This ${words}`)
  return found
}

/** Deactivates a master, or takes it back, in a transaction; refused where it is so already. */
export async function setStatus(
  tx: Tx,
  context: Pick<Context, 'keys' | 'now'>,
  by: By,
  wanted: { master: Master; id: number; status: MasterStatus; reason: string },
): Promise<void> {
  const { master, id, status, reason } = wanted
  const { name, leftAt } = await lockMaster(tx, master, id, 'no key update')
  const before = statusOf(leftAt)
  if (before === status) throw new AppError('conflict', `${name} is ${status} already.`)
  const at = context.now()
  const left = status === 'deactivated' ? { at, reason } : null
  await sql`update ${sql.table(master)}
    set left_at = ${left?.at ?? null}, left_reason = ${left?.reason ?? null}
    where ${sql.ref(MASTERS[master].id)} = ${id}::int`.execute(tx)
  await audit(tx, context, by, {
    action: left ? `${master}.deactivated` : `${master}.reactivated`,
    subject: master,
    subjectId: id,
    before: { status: before },
    after: { status },
    reason,
    at,
  })
}

type Deleting = {
  master: Master
  id: number
  /** What it was, for the audit trail. */
  before: (tx: Tx) => Promise<unknown>
  /** Whether anything names it that no foreign key tells of. */
  isNamed?: (tx: Tx) => Promise<boolean>
  /** Takes away what belongs to it alone. */
  clear?: (tx: Tx) => Promise<unknown>
}

/** Deletes a master that nothing names; else it is refused, and deactivating is the way. */
export async function deleteMaster(
  context: Pick<Context, 'db' | 'keys' | 'now'>,
  by: By,
  { master, id, before, isNamed, clear }: Deleting,
): Promise<{ message: string }> {
  try {
    return await transaction(context.db, async (tx) => {
      const { name } = await lockMaster(tx, master, id, 'update')
      const told = { action: `${master}.deleted`, subject: master, subjectId: id }
      const was = await before(tx)
      if (await isNamed?.(tx)) throw inUse(master, name)
      await clear?.(tx)
      await sql`delete from ${sql.table(master)}
        where ${sql.ref(MASTERS[master].id)} = ${id}::int`.execute(tx)
      await audit(tx, context, by, { ...told, before: was, at: context.now() })
      return { message: `${name} is deleted.` }
    })
  } catch (error) {
    if (sqlState(error) !== NAMED) throw error
    throw inUse(master, `This ${MASTERS[master].words}`, error)
  }
}

const inUse = (master: Master, name: string, cause?: unknown) =>
  new AppError(
    'conflict',
    `${name} is in use and cannot be deleted. Deactivate the ${MASTERS[master].words} instead.`,
    { cause },
  )
