import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Chain } from '../../platform/chain/index.ts'
import { applyBatch, type BatchSettings } from './apply-batch.ts'
import type { Beliefs } from './beliefs.ts'
import type { ScanItem, ScanOutcome } from './world.ts'
import { ConnectionLost, WriterSlot } from './writer-slot.ts'

export type Job = {
  item: ScanItem
  resolve: (outcome: ScanOutcome) => void
  reject: (error: unknown) => void
}

/** The engine cannot take or finish a scan now; the caller may try again soon (HTTP 503). */
export class EngineBusy extends Error {}

export type WorkerEvents = {
  /** A batch is looked up and decided again. */
  retried: (error: unknown) => void
  /** A batch failed for a reason that is no race: its items are settled one by one. */
  split: (error: unknown) => void
}

/** Our own "the world moved since the lookup", deadlock, serialization: the whole batch again. */
const RACES = new Set(['SC001', '40P01', '40001'])
/** Time limits of a statement and of a lock: someone else holds what is needed. */
const LOCKED = '55P03'
const TIMEOUTS = new Set(['57014', LOCKED])
/** After so many scans of a batch whose rows are held, the others wait this long only. */
const PATIENCE = 4
const SHORT_WAIT_MS = 20
/** Our clock is behind the close of the books. */
const BOOKS_CLOSED = 'SC002'
const CHECK_VIOLATION = '23514'
const MOST_TRIES = 10
const LONGEST_PAUSE_MS = 500

/** Settles one batch after the other on a writer slot, and opens another when that is lost. */
export class ScanWorker {
  readonly #connect: pg.ClientConfig
  readonly #chain: Pick<Chain, 'mac'>
  readonly #beliefs: Beliefs
  readonly #settings: BatchSettings
  readonly #events: WorkerEvents
  #slot: WriterSlot | null = null

  constructor(
    { connect, chain }: { connect: pg.ClientConfig; chain: Pick<Chain, 'mac'> },
    beliefs: Beliefs,
    settings: BatchSettings,
    events: WorkerEvents,
  ) {
    this.#connect = connect
    this.#chain = chain
    this.#beliefs = beliefs
    this.#settings = settings
    this.#events = events
  }

  /** The worker's slot, opened if there is none. */
  async open(): Promise<WriterSlot> {
    this.#slot ??= await WriterSlot.open(this.#connect, this.#chain)
    return this.#slot
  }

  /**
   * Ends the slot of a worker that has nothing to settle any more. Leases that cannot be given back
   * stay with the slot's number, for its next owner.
   */
  async close(): Promise<void> {
    await this.#slot?.close().catch(() => this.#slot?.abandon())
    this.#slot = null
  }

  /**
   * Gives every job its outcome or its error. A batch that fails for a reason of its own is settled
   * one by one, so that a poison item hurts only itself; but not where the books are closed, as to
   * each alike. Where somebody holds the rows of many for long, only the first are waited for: the
   * worker is needed for other scans.
   */
  async settle(jobs: readonly Job[]): Promise<void> {
    const failure = await this.#settleTogether(jobs)
    if (failure === null) return
    const alike = failure instanceof ConnectionLost || codeOf(failure) === BOOKS_CLOSED
    if (jobs.length === 1 || alike) {
      for (const job of jobs) job.reject(reasonOf(failure))
      return
    }
    this.#events.split(failure)
    let held = 0
    for (const job of jobs) {
      const own = await this.#settleTogether([job], held < PATIENCE ? undefined : SHORT_WAIT_MS)
      if (own !== null) job.reject(reasonOf(own))
      if (codeOf(own) === LOCKED) held++
    }
  }

  /** Gives the jobs their outcomes; or gives back why none of them has one. */
  async #settleTogether(jobs: readonly Job[], lockWait?: number): Promise<unknown> {
    try {
      const outcomes = await this.#persist(
        jobs.map((job) => job.item),
        lockWait,
      )
      outcomes.forEach((outcome, i) => jobs[i]?.resolve(outcome))
      return null
    } catch (error) {
      return error
    }
  }

  /**
   * Applies a batch, again where trying again can help. After a lost connection the batch may have been
   * committed: then the second try finds its coupons scanned and answers `already_yours`. Where the
   * table refused to overspend a lease, the scheme was paused, ended or changed: what is leased and
   * what schemes there are is read again.
   */
  async #persist(items: readonly ScanItem[], lockWait?: number): Promise<ScanOutcome[]> {
    let revoked = false
    for (let attempt = 1; ; attempt++) {
      try {
        const slot = await this.open()
        if (revoked) await this.#learn(slot)
        revoked = false
        await slot.waitForLocks(lockWait)
        return await applyBatch(slot, this.#beliefs, items, this.#settings, attempt > 1)
      } catch (error) {
        const lost = error instanceof ConnectionLost
        revoked ||= overspent(error)
        if (lost) this.#abandon()
        const race = revoked || leaseHeld(error) || RACES.has(codeOf(error))
        if (attempt === MOST_TRIES || !(lost || race)) throw error
        this.#events.retried(error)
        if (attempt > 1) await delay(pauseBefore(attempt, lost))
      }
    }
  }

  async #learn(slot: WriterSlot): Promise<void> {
    this.#beliefs.forget()
    await slot.leases.load()
  }

  #abandon(): void {
    this.#slot?.abandon()
    this.#slot = null
  }
}

function codeOf(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? '') : ''
}

/** The table refused to overspend a lease: our copy of it is out of date. */
function overspent(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false
  return error.code === CHECK_VIOLATION && error.table === 'scheme_lease'
}

/**
 * Somebody pauses, ends or changes a scheme: that transaction is short, and no scan is refused for
 * it. The row that was waited for is told in the error's context only.
 */
function leaseHeld(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false
  return error.code === LOCKED && (error.where ?? '').includes('scheme_lease')
}

/** Racing batches part at random; a database that is away is asked less and less often. */
function pauseBefore(attempt: number, lost: boolean): number {
  const longest = Math.min(2 ** attempt * (lost ? 25 : 1), LONGEST_PAUSE_MS)
  return lost ? longest : Math.random() * longest
}

function reasonOf(error: unknown): unknown {
  const code = codeOf(error)
  const passing = error instanceof ConnectionLost || RACES.has(code) || TIMEOUTS.has(code)
  return passing
    ? new EngineBusy('The scan could not be settled in time.', { cause: error })
    : error
}
