import type { ScanItem, ScanOutcome } from './world.ts'

type ScanEngineStats = {
  waiting: number
  batches: number
  scans: number
  retries: number
  splits: number
}

export type ScanEngine = {
  /**
   * Settles one scan: committed when it answers. Throws EngineBusy when the queue is full, the
   * engine is stopping or the database is away; any other error is the item's own.
   */
  scan(item: ScanItem): Promise<ScanOutcome>
  stats(): ScanEngineStats
  /** Has what is believed for a second, such as the active schemes, read again with the next batch. */
  lookAgain(): void
  /** Settles what waits, takes no more, gives leased budget back and disconnects. */
  stop(): Promise<void>
}
