import type { IDBPTransaction, StoreNames } from 'idb'
import type { PlantScanAnswer } from '../../../../../contract/programme/plant.ts'
import { shiftAt, USUAL_SHIFTS } from '../../../../../contract/people/shifts.ts'
import { keptMe } from '../kept-me.ts'
import type {
  Done,
  Kept,
  NewKept,
  Reader,
  Reading,
  ScanDatabase,
  ScanSchema,
} from './scan-schema.ts'

/** How many answered readings of a worker stay to be looked at. */
const DONE_MOST = 100
/** Strict: what is said to be kept has reached the phone's disk. */
const STRICT = { durability: 'strict' } as const

type Writing = IDBPTransaction<ScanSchema, StoreNames<ScanSchema>[], 'readwrite'>
type Range = { staffId: number; state: Kept['state'] }

/** Every place in the order of a worker's readings of one state. */
export const within = ({ staffId, state }: Range): IDBKeyRange =>
  IDBKeyRange.bound([staffId, state], [staffId, state, Infinity])

/** The shift of the clock of my plant that a moment falls in, as one text. */
export function shiftKey(at: string | Date): string {
  const { day, shift } = shiftAt(keptMe()?.shifts ?? USUAL_SHIFTS, new Date(at))
  return `${day} ${shift}`
}

/** One transaction: all of it happens, or none. Throws what the browser's storage throws. */
async function write<T>(db: ScanDatabase, act: (tx: Writing) => Promise<T>): Promise<T> {
  const tx: Writing = db.transaction(['kept', 'done', 'count'], 'readwrite', STRICT)
  const [result] = await Promise.all([act(tx), tx.done])
  return result
}

/** A name for a reading, also where the page is not served over HTTPS and has no `randomUUID`. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const variant = '89ab'.charAt((bytes[8] ?? 0) & 3)
  return hex.replace(
    /^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/,
    (_, a: string, b: string, c: string, d: string, e: string) =>
      `${a}-${b}-4${c}-${variant}${d}-${e}`,
  )
}

function keptOf(reader: Reader, what: { code: string | null; undoes: string | null }, at: Date) {
  const reading: NewKept = {
    id: newId(),
    staffId: reader.staffId,
    staffName: reader.name,
    ...what,
    at: at.toISOString(),
    state: 'kept',
    why: null,
  }
  return reading
}

// `seq` is the database's to give, which the type of a stored value cannot say.
const unnumbered = (reading: NewKept): Kept => reading as Kept

async function isTakenBack(tx: Writing, id: string): Promise<boolean> {
  return (await tx.objectStore('kept').index('undoes').count(id)) > 0
}

/** Keeps a reading; null when this worker's same code waits here already, not taken back. */
export async function keepReading(
  db: ScanDatabase,
  reader: Reader,
  code: string,
  at: Date,
): Promise<Reading | null> {
  return write(db, async (tx) => {
    const kept = tx.objectStore('kept')
    for (const before of await kept.index('code').getAll([reader.staffId, code])) {
      if (!(await isTakenBack(tx, before.id))) return null
    }
    const reading = keptOf(reader, { code, undoes: null }, at)
    await kept.add(unnumbered(reading))
    return reading
  })
}

/** Keeps the taking back of a reading, after it; null when it is taken back already. */
export async function keepUndo(
  db: ScanDatabase,
  reader: Reader,
  id: string,
  at: Date,
): Promise<Reading | null> {
  return write(db, async (tx) => {
    const done = await tx.objectStore('done').get(id)
    if (done?.undone === 1 || (await isTakenBack(tx, id))) return null
    const reading = keptOf(reader, { code: null, undoes: id }, at)
    await tx.objectStore('kept').add(unnumbered(reading))
    return reading
  })
}

/** What is to be sent next of a worker, in the order it was read. */
export function nextReadings(db: ScanDatabase, staffId: number, most: number): Promise<Kept[]> {
  return db.getAllFromIndex('kept', 'order', within({ staffId, state: 'kept' }), most)
}

const COUNTS: Partial<Record<PlantScanAnswer['result'], 1 | -1>> = { activated: 1, undone: -1 }

async function countPacks(tx: Writing, { staffId, at }: Kept, answer: PlantScanAnswer) {
  const packs = (COUNTS[answer.result] ?? 0) * answer.changed
  if (packs === 0) return
  const counts = tx.objectStore('count')
  const shift = shiftKey(at)
  const before = await counts.get([staffId, shift])
  await counts.put({ staffId, shift, packs: Math.max(0, (before?.packs ?? 0) + packs) })
}

async function settleOne(tx: Writing, answer: PlantScanAnswer): Promise<Done | null> {
  const kept = tx.objectStore('kept')
  const done = tx.objectStore('done')
  const found = await kept.index('id').get(answer.id)
  // Another tab was told before.
  if (!found) return null
  const { state: _state, why: _why, ...reading } = found
  const settled: Done = { ...reading, answer, undone: 0 }
  await kept.delete(found.seq)
  await done.put(settled)
  await countPacks(tx, found, answer)
  const undoneRow = found.undoes && answer.result === 'undone' && (await done.get(found.undoes))
  if (undoneRow) await done.put({ ...undoneRow, undone: 1 })
  return settled
}

async function forgetOld(tx: Writing, staffId: number): Promise<void> {
  const done = tx.objectStore('done')
  const tooMany = (await done.index('staff').count(staffId)) - DONE_MOST
  if (tooMany <= 0) return
  const mine = IDBKeyRange.bound([staffId, 0], [staffId, Infinity])
  for (const key of await done.index('order').getAllKeys(mine, tooMany)) await done.delete(key)
}

/**
 * The server has answered for these: they leave the queue, and what became of them is kept for the
 * list, in one transaction. One that is not in the queue any more is left out of the result.
 */
export async function settleReadings(
  db: ScanDatabase,
  staffId: number,
  answers: readonly PlantScanAnswer[],
): Promise<Done[]> {
  return write(db, async (tx) => {
    const settled: Done[] = []
    for (const answer of answers) {
      const one = await settleOne(tx, answer)
      if (one) settled.push(one)
    }
    await forgetOld(tx, staffId)
    return settled
  })
}

/**
 * Sets one reading aside that the server will not take as it is, so that the others may go on. Its
 * taking back stays with it: sent alone it would find nothing, and a later try would stand.
 */
export async function refuseReading(db: ScanDatabase, id: string, why: string): Promise<void> {
  await write(db, async (tx) => {
    const kept = tx.objectStore('kept')
    const found = await kept.index('id').getAll(id)
    const undoings = await kept.index('undoes').getAll(id)
    for (const one of [...found, ...undoings]) await kept.put({ ...one, state: 'refused', why })
  })
}

/** Puts what was set aside back into the queue, each in its old place. */
export async function retryRefused(db: ScanDatabase, staffId: number): Promise<void> {
  await write(db, async (tx) => {
    const kept = tx.objectStore('kept')
    for (const reading of await kept.index('order').getAll(within({ staffId, state: 'refused' }))) {
      await kept.put({ ...reading, state: 'kept', why: null })
    }
  })
}

/** Throws away what was set aside: only ever asked for by a person. */
export async function dropRefused(db: ScanDatabase, staffId: number): Promise<void> {
  await write(db, async (tx) => {
    const kept = tx.objectStore('kept')
    const range = within({ staffId, state: 'refused' })
    for (const key of await kept.index('order').getAllKeys(range)) await kept.delete(key)
  })
}
