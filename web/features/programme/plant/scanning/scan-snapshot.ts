import type { Done, Kept, ScanDatabase } from './scan-schema.ts'
import { shiftKey, within } from './scan-store.ts'

/** Readings of another worker that wait on this phone. */
export type Waiting = { staffId: number; name: string; count: number }
/** `takenBack`: its undoing is done, or waits behind it. */
export type Row = { takenBack: boolean } & ((Kept & { answer: null }) | (Done & { state: 'done' }))
export type ScanSnapshot = {
  /** Not sent yet, with the undoings among them. */
  kept: number
  refused: number
  others: readonly Waiting[]
  /** The last readings, newest first, whatever became of them. */
  rows: readonly Row[]
  /** Packs made active through this phone in the shift of the clock, less those taken back. */
  packs: number
}

async function waitingOfOthers(db: ScanDatabase, staffId: number): Promise<Waiting[]> {
  const index = db.transaction('kept').store.index('staff')
  const others: Waiting[] = []
  let cursor = await index.openCursor(null, 'nextunique')
  while (cursor) {
    const { staffId: whose, staffName } = cursor.value
    if (whose !== staffId) {
      others.push({ staffId: whose, name: staffName, count: await index.count(whose) })
    }
    cursor = await cursor.continue()
  }
  return others
}

/** The last readings of one state that are not answered. An undoing is shown at what it undoes. */
async function lastKept(
  db: ScanDatabase,
  { staffId, state, most }: { staffId: number; state: Kept['state']; most: number },
): Promise<Row[]> {
  const rows: Row[] = []
  const index = db.transaction('kept').store.index('order')
  let cursor = await index.openCursor(within({ staffId, state }), 'prev')
  while (cursor && rows.length < most) {
    if (cursor.value.code !== null || state === 'refused')
      rows.push({ ...cursor.value, answer: null, takenBack: false })
    cursor = await cursor.continue()
  }
  return rows
}

async function lastDone(db: ScanDatabase, staffId: number, most: number): Promise<Row[]> {
  const rows: Row[] = []
  const mine = IDBKeyRange.bound([staffId, 0], [staffId, Infinity])
  let cursor = await db.transaction('done').store.index('order').openCursor(mine, 'prev')
  while (cursor && rows.length < most) {
    const { undone, code } = cursor.value
    if (code !== null) rows.push({ ...cursor.value, state: 'done', takenBack: undone === 1 })
    cursor = await cursor.continue()
  }
  return rows
}

async function lastRows(db: ScanDatabase, staffId: number, most: number): Promise<Row[]> {
  const found = await Promise.all([
    lastKept(db, { staffId, state: 'kept', most }),
    lastKept(db, { staffId, state: 'refused', most }),
    lastDone(db, staffId, most),
  ])
  const last = found
    .flat()
    .toSorted((a, b) => b.seq - a.seq)
    .slice(0, most)
  return Promise.all(
    last.map(async (row) => ({
      ...row,
      takenBack: row.takenBack || (await db.countFromIndex('kept', 'undoes', row.id)) > 0,
    })),
  )
}

/** What the page shows of one worker. `most` limits the list. */
export async function readSnapshot(
  db: ScanDatabase,
  { staffId, now, most = 30 }: { staffId: number; now: Date; most?: number },
): Promise<ScanSnapshot> {
  const countIn = (state: Kept['state']) =>
    db.countFromIndex('kept', 'order', within({ staffId, state }))
  const [kept, refused, others, rows, count] = await Promise.all([
    countIn('kept'),
    countIn('refused'),
    waitingOfOthers(db, staffId),
    lastRows(db, staffId, most),
    db.get('count', [staffId, shiftKey(now)]),
  ])
  return { kept, refused, others, rows, packs: count?.packs ?? 0 }
}
