import type pg from 'pg'
import type { Chain } from '../../platform/chain/index.ts'
import { Beliefs } from './beliefs.ts'
import type { ScanEngine } from './engine.ts'
import { EngineBusy, ScanWorker, type Job, type WorkerEvents } from './scan-worker.ts'
import type { ScanItem, ScanOutcome, ScanRules } from './world.ts'

export { EngineBusy }
export type { ScanEngine } from './engine.ts'

const LARGEST_BATCH = 64
/** Fewer than these go together: a batch by itself costs as much as ten scans. */
const SMALLEST_SHARE = 16
/** About half a second of work: whoever comes later is better told at once to come again. */
const LONGEST_QUEUE = 5_000
const LONGEST_DEVICE = 80

export type ScanEngineOptions = {
  connect: pg.ClientConfig
  /** What each batch seals its rows of the ledger with. */
  chain: Pick<Chain, 'mac'>
  /** Batches in flight at once, each on its own connection. */
  slots?: number
  /** The rules in force at a moment; asked for each batch, so it must answer at once. */
  rules: (at: Date) => ScanRules
  log: { warn: (details: object, message: string) => void }
  /** The clock; another one only where history is made, as in the demo programme. */
  now?: () => Date
}

/** Opens the engine and its connections. Throws when the database cannot be reached. */
export async function openScanEngine({
  connect,
  chain,
  slots = 2,
  rules,
  log,
  now = () => new Date(),
}: ScanEngineOptions): Promise<ScanEngine> {
  const counts = { batches: 0, scans: 0, retries: 0, splits: 0 }
  const events: WorkerEvents = {
    retried: () => counts.retries++,
    split: (error) => {
      counts.splits++
      log.warn({ err: error }, 'a batch of scans failed and is settled one by one')
    },
  }
  const beliefs = new Beliefs()
  const workers = Array.from(
    { length: slots },
    () => new ScanWorker({ connect, chain }, beliefs, { rules, slots, now }, events),
  )
  const close = () => Promise.all(workers.map((worker) => worker.close()))
  await Promise.all(workers.map((worker) => worker.open())).catch(async (error: unknown) => {
    await close()
    throw error
  })
  const queue = new ScanQueue(workers, (jobs) => {
    counts.batches++
    counts.scans += jobs
  })
  return {
    scan: (item) => queue.add(storable(item)),
    lookAgain: () => beliefs.forget(),
    stats: () => ({ waiting: queue.waiting, ...counts }),
    stop: async () => {
      await queue.drain()
      await close()
    },
  }
}

/** What PostgreSQL's text cannot hold (NUL, half a surrogate pair) has no meaning in a device's name. */
function storable(item: ScanItem): ScanItem {
  const device = item.device?.replaceAll('\0', '').slice(0, LONGEST_DEVICE).toWellFormed()
  return { ...item, device: device || undefined }
}

/** Scans wait only until a worker is free: no timer, and whatever waits then goes together. */
class ScanQueue {
  readonly #idle: ScanWorker[]
  readonly #workers: number
  readonly #onBatch: (jobs: number) => void
  readonly #waiting: Job[] = []
  #scheduled = false
  #drained: (() => void) | null = null

  constructor(workers: readonly ScanWorker[], onBatch: (jobs: number) => void) {
    this.#idle = [...workers]
    this.#workers = workers.length
    this.#onBatch = onBatch
  }

  get waiting(): number {
    return this.#waiting.length
  }

  add(item: ScanItem): Promise<ScanOutcome> {
    if (this.#drained) return Promise.reject(new EngineBusy('The scan engine is stopping.'))
    if (this.#waiting.length >= LONGEST_QUEUE) {
      return Promise.reject(new EngineBusy(`${LONGEST_QUEUE} scans are waiting already.`))
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      this.#schedule()
    })
  }

  /** Refuses what is new and resolves when everything that waited is settled. */
  async drain(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#drained = resolve
      this.#checkDrained()
    })
  }

  /** Begins after the current turn of the event loop, so that what arrived in it goes together. */
  #schedule(): void {
    if (this.#scheduled || this.#idle.length === 0 || this.#waiting.length === 0) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      // Workers that are free together share what waits: two halves at once are sooner done than a whole.
      const half = Math.ceil(this.#waiting.length / this.#idle.length)
      const share = Math.min(Math.max(half, SMALLEST_SHARE), LARGEST_BATCH)
      const worker = this.#idle.pop()
      if (worker) void this.#work(worker, this.#waiting.splice(0, share))
      this.#schedule()
    })
  }

  async #work(worker: ScanWorker, jobs: readonly Job[]): Promise<void> {
    this.#onBatch(jobs.length)
    await worker.settle(jobs)
    this.#idle.push(worker)
    this.#schedule()
    this.#checkDrained()
  }

  #checkDrained(): void {
    if (this.#waiting.length === 0 && this.#idle.length === this.#workers) this.#drained?.()
  }
}
