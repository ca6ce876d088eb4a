import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { PlantScanAnswer } from '../../../../../contract/programme/plant.ts'

/** Who reads: the phone may pass from hand to hand. */
export type Reader = { staffId: number; name: string }
/** What was read, or the taking back of another reading; named by the phone, for ever. */
export type Reading = {
  id: string
  staffId: number
  staffName: string
  /** The canonical letters; null for a taking back. */
  code: string | null
  undoes: string | null
  /** The phone's clock, ISO. */
  at: string
}
/** `refused` waits for a person: the server would not take it as it is. */
export type Kept = Reading & { seq: number; state: 'kept' | 'refused'; why: string | null }
export type Done = Reading & { seq: number; answer: PlantScanAnswer; undone: 0 | 1 }

/** Stored without its place in the order: the database numbers it. */
export type NewKept = Omit<Kept, 'seq'>
export interface ScanSchema extends DBSchema {
  kept: {
    key: number
    value: Kept
    indexes: {
      id: string
      staff: number
      order: [number, string, number]
      code: [number, string]
      undoes: string
    }
  }
  done: { key: string; value: Done; indexes: { order: [number, number]; staff: number } }
  /** Packs that became active through this phone, less those taken back: by worker and shift. */
  count: { key: [number, string]; value: { staffId: number; shift: string; packs: number } }
}
export type ScanDatabase = IDBPDatabase<ScanSchema>

const NAME = 'hil-plant-scans'
const VERSION = 1

/** Throws where the browser keeps nothing, as in some private windows. */
export async function openScanDatabase(onLost: () => void): Promise<ScanDatabase> {
  return openDB<ScanSchema>(NAME, VERSION, {
    upgrade(database) {
      const kept = database.createObjectStore('kept', { keyPath: 'seq', autoIncrement: true })
      kept.createIndex('id', 'id', { unique: true })
      kept.createIndex('staff', 'staffId')
      kept.createIndex('order', ['staffId', 'state', 'seq'])
      kept.createIndex('code', ['staffId', 'code'])
      kept.createIndex('undoes', 'undoes')
      const done = database.createObjectStore('done', { keyPath: 'id' })
      done.createIndex('order', ['staffId', 'seq'])
      done.createIndex('staff', 'staffId')
      database.createObjectStore('count', { keyPath: ['staffId', 'shift'] })
    },
    // A newer version of the page, in another tab, must not wait for this one.
    blocking: (_current, _wanted, event) => {
      if (event.target instanceof IDBDatabase) event.target.close()
      onLost()
    },
    terminated: onLost,
  })
}
