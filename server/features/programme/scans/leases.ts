import type { QueryConfig, QueryResultRow } from 'pg'
import { sqlState } from '../../../db/database.ts'
import type { Dry } from './world.ts'

/** After a budget was found spent it is asked for again this much later: a lease may come back. */
const ASK_AGAIN_MS = 1_000

const LOAD = `select scheme_id as "schemeId", (granted - spent)::float8 as unspent
  from scheme_lease where slot = $1`
const LEASE = `select lease_budget($1, $2::smallint, $3, $4, $5::timestamptz)::float8 as granted`
const RETURN = `select return_leases($1::smallint)`

const LOCK_NOT_AVAILABLE = '55P03'

function nullIfLocked(error: unknown): null {
  if (sqlState(error) === LOCK_NOT_AVAILABLE) return null
  throw error
}

/** The writer slot that leases: its number, and its connection. */
type Slot = {
  readonly number: number
  query<Row extends QueryResultRow>(query: QueryConfig): Promise<Row[]>
}

/**
 * What a writer slot may spend of each scheme's budget without asking. The table holds the truth and
 * refuses to be overspent; this is its copy, right until somebody takes the leases of a scheme back.
 */
export class Leases {
  readonly #slot: Slot
  readonly #unspent = new Map<number, number>()
  readonly #dry = new Map<number, Dry>()
  readonly #dryUntil = new Map<number, number>()

  constructor(slot: Slot) {
    this.#slot = slot
  }

  get unspent(): ReadonlyMap<number, number> {
    return this.#unspent
  }

  /** Schemes of which nothing more is to be had for now; as it is, until `askAgain`. */
  get dry(): ReadonlyMap<number, Dry> {
    return this.#dry
  }

  /** Lets schemes that were dry be asked again when their time has come. Call it between batches only. */
  askAgain(): void {
    const now = performance.now()
    for (const [schemeId, until] of this.#dryUntil) {
      if (now < until) continue
      this.#dryUntil.delete(schemeId)
      this.#dry.delete(schemeId)
    }
  }

  /** Reads what the slot's number was left with, also by an owner that crashed. */
  async load(): Promise<void> {
    const values = [this.#slot.number]
    const rows = await this.#slot.query<{ schemeId: number; unspent: number }>({
      text: LOAD,
      values,
    })
    this.#unspent.clear()
    for (const { schemeId, unspent } of rows) this.#unspent.set(schemeId, unspent)
  }

  spend(spends: readonly { scheme_id: number; points: number }[]): void {
    for (const { scheme_id, points } of spends) this.#add(scheme_id, -points)
  }

  /**
   * Leases what a batch is missing, and a piece more of each scheme. False when not all of it was
   * granted: then those that lacked are dry, and the batch is to be decided again. A scheme that is
   * held by somebody else grants nothing for now: scans are not kept waiting for their bonus.
   */
  async refill(missing: ReadonlyMap<number, number>, slots: number, at: Date): Promise<boolean> {
    let enough = true
    for (const [schemeId, points] of missing) {
      const granted = await this.#lease(schemeId, points, slots, at).catch(nullIfLocked)
      if (granted !== null && granted >= points) continue
      this.#dry.set(schemeId, granted === null ? 'held' : 'spent')
      this.#dryUntil.set(schemeId, performance.now() + ASK_AGAIN_MS)
      enough = false
    }
    return enough
  }

  /** What is unspent goes back to the budgets, as the table knows it: our copy may be out of date. */
  async giveBack(): Promise<void> {
    await this.#slot.query({ text: RETURN, values: [this.#slot.number] })
    this.#unspent.clear()
  }

  async #lease(schemeId: number, points: number, slots: number, at: Date): Promise<number> {
    const values = [schemeId, this.#slot.number, points, slots, at.toISOString()]
    const [row] = await this.#slot.query<{ granted: number }>({ text: LEASE, values })
    const granted = row?.granted ?? 0
    this.#add(schemeId, granted)
    return granted
  }

  #add(schemeId: number, points: number): void {
    this.#unspent.set(schemeId, (this.#unspent.get(schemeId) ?? 0) + points)
  }
}
