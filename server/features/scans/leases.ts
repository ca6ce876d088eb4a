import { sqlState } from '../../db/database.ts'
import type { SchemeSeen } from './world.ts'
import type { WriterSlot } from './writer-slot.ts'

const LARGEST_PIECE = 100_000
/** A slot holds at most this part of a budget unspent: what others cannot spend meanwhile. */
const PIECES_PER_SLOT = 20
/** After a budget was found spent it is asked for again this much later: a lease may come back. */
const ASK_AGAIN_MS = 1_000

const LOAD = `select scheme_id as "schemeId", (granted - spent)::float8 as unspent
  from scheme_lease where slot = $1`
const LEASE = `select lease_budget($1, $2::smallint, $3)::float8 as granted`

const LOCK_NOT_AVAILABLE = '55P03'

function noneIfLocked(error: unknown): number {
  if (sqlState(error) === LOCK_NOT_AVAILABLE) return 0
  throw error
}

/**
 * What a writer slot may spend of each scheme's budget without asking. The table holds the truth
 * and refuses to be overspent; this is its copy, right as long as the slot is ours.
 */
export class Leases {
  readonly #slot: WriterSlot
  readonly #unspent = new Map<number, number>()
  readonly #dryUntil = new Map<number, number>()

  constructor(slot: WriterSlot) {
    this.#slot = slot
  }

  get unspent(): ReadonlyMap<number, number> {
    return this.#unspent
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
   * Leases what a batch was missing and a piece more; whether anything was granted. A scheme that is
   * held by somebody else grants nothing for now: scans are not kept waiting for their bonus.
   */
  async refill(
    missing: ReadonlyMap<number, number>,
    schemes: readonly SchemeSeen[],
    slots: number,
  ): Promise<boolean> {
    let granted = false
    for (const [schemeId, points] of missing) {
      if (performance.now() < (this.#dryUntil.get(schemeId) ?? 0)) continue
      const budget = schemes.find((scheme) => scheme.schemeId === schemeId)?.budget ?? 0
      const piece = Math.min(LARGEST_PIECE, Math.floor(budget / (PIECES_PER_SLOT * slots)))
      const want = points + piece
      const got = await this.#lease(schemeId, want).catch(noneIfLocked)
      if (got < want) this.#dryUntil.set(schemeId, performance.now() + ASK_AGAIN_MS)
      if (got > 0) granted = true
    }
    return granted
  }

  async giveBack(): Promise<void> {
    for (const [schemeId, unspent] of this.#unspent) {
      if (unspent > 0) await this.#lease(schemeId, -unspent)
    }
  }

  async #lease(schemeId: number, want: number): Promise<number> {
    const values = [schemeId, this.#slot.number, want]
    const [row] = await this.#slot.query<{ granted: number }>({ text: LEASE, values })
    const granted = row?.granted ?? 0
    this.#add(schemeId, granted)
    return granted
  }

  #add(schemeId: number, points: number): void {
    this.#unspent.set(schemeId, (this.#unspent.get(schemeId) ?? 0) + points)
  }
}
