import 'fake-indexeddb/auto'
import { deleteDB } from 'idb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  plantScanItem,
  type PlantScanAnswer,
  type PlantScanResult,
} from '../../../../../contract/programme/plant.ts'
import { ApiError } from '../../../../lib/api-error.ts'
import { deliver, type Post } from './deliver.ts'
import { openScanDatabase, type Kept, type ScanDatabase } from './scan-schema.ts'
import { readSnapshot } from './scan-snapshot.ts'
import { dropRefused, keepReading, keepUndo, nextReadings, retryRefused } from './scan-store.ts'

const BABULAL = { staffId: 9, name: 'Babulal Yadav' }
const SUNITA = { staffId: 10, name: 'Sunita Devi' }
const AT = new Date('2026-11-20T05:00:00Z')
const code = (number: number): string => `0001${String(number).padStart(13, '0')}`

let db: ScanDatabase
beforeEach(async () => {
  db = await openScanDatabase(() => undefined)
})
afterEach(async () => {
  db.close()
  await deleteDB('hil-plant-scans')
})

function answerTo(item: Kept, result: PlantScanResult = 'activated', changed = 1): PlantScanAnswer {
  const nothing = { batchId: 1, letters: '0001', productName: 'Putty', carton: null }
  return { id: item.id, result, ...nothing, fromSerial: 1, toSerial: 1, changed }
}

const yes = (items: readonly Kept[]) =>
  Promise.resolve(items.map((item) => answerTo(item, item.undoes ? 'undone' : 'activated')))

/** A delivery to `send`; gives how it ended and what was sent, delivery by delivery. */
async function deliverTo(send: Post['send'], staffId = BABULAL.staffId) {
  const sent: (string | null)[][] = []
  const ending = await deliver({
    db,
    staffId,
    send: (items) => {
      sent.push(items.map((item) => item.code ?? `undo ${item.undoes}`))
      return send(items)
    },
    onSettled: () => undefined,
  })
  return { ending: ending.kind, sent }
}

async function keep(count: number, reader = BABULAL): Promise<string[]> {
  const ids: string[] = []
  for (let number = 1; number <= count; number++) {
    ids.push((await keepReading(db, reader, code(number), AT))?.id ?? '')
  }
  return ids
}

const snapshot = (staffId = BABULAL.staffId) => readSnapshot(db, { staffId, now: AT })
const kept = async () =>
  (await nextReadings(db, BABULAL.staffId, 1000)).map((reading) => reading.code)

test('readings go out in their order, at most 200 at a time, and leave as they are answered', async () => {
  await keep(405)
  const { ending, sent } = await deliverTo(yes)
  expect(ending).toBe('empty')
  expect(sent.map((items) => items.length)).toEqual([200, 200, 5])
  expect(sent.flat()).toEqual(Array.from({ length: 405 }, (_, index) => code(index + 1)))
  expect(await snapshot()).toMatchObject({ kept: 0, packs: 405 })
})

test('only what was answered leaves; what was not stays under the same name and goes again', async () => {
  const ids = await keep(3)
  const half = await deliverTo((items) =>
    Promise.resolve(
      items.length === 3
        ? items.slice(0, 1).map((item) => answerTo(item))
        : [answerTo({ ...items[0], id: 'of nobody' } as Kept)],
    ),
  )
  expect(half.ending).toBe('stopped')
  expect(half.sent).toEqual([
    [code(1), code(2), code(3)],
    [code(2), code(3)],
  ])
  expect((await nextReadings(db, 9, 10)).map(({ id }) => id)).toEqual(ids.slice(1))
  expect((await deliverTo(yes)).sent).toEqual([[code(2), code(3)]])
})

test('a second answer for the same reading counts nothing twice', async () => {
  await keep(1)
  const deliveries = await Promise.all([deliverTo(yes), deliverTo(yes)])
  expect(deliveries.map(({ ending }) => ending)).toEqual(['empty', 'empty'])
  expect(await snapshot()).toMatchObject({ kept: 0, packs: 1 })
  expect((await snapshot()).rows).toHaveLength(1)
})

test('the queue survives a restart, also one while a delivery was on its way', async () => {
  await keep(2)
  await deliverTo(() => Promise.reject(new ApiError('Network Error')))
  db.close()
  db = await openScanDatabase(() => undefined)
  expect(await kept()).toEqual([code(1), code(2)])
  expect((await snapshot()).rows.map((row) => row.state)).toEqual(['kept', 'kept'])
})

test('another worker never sends them, and is told whose they are', async () => {
  await keep(2)
  await keep(1, SUNITA)
  const { sent } = await deliverTo(yes, SUNITA.staffId)
  expect(sent).toEqual([[code(1)]])
  expect(await kept()).toEqual([code(1), code(2)])
  expect((await snapshot(SUNITA.staffId)).others).toEqual([
    { staffId: 9, name: 'Babulal Yadav', count: 2 },
  ])
  const notMine = await deliverTo(() => null)
  expect(notMine.ending).toBe('not_mine')
  expect(await kept()).toHaveLength(2)
})

test('one item the server will not take is set aside; the others go, in their order', async () => {
  await keep(7)
  const poison = code(5)
  const send = (items: readonly Kept[]) =>
    items.some((item) => item.code === poison)
      ? Promise.reject(new ApiError('This is too long.', { status: 400, code: 'invalid' }))
      : yes(items)
  const { ending, sent } = await deliverTo(send)
  expect(ending).toBe('empty')
  const took = sent.filter((items) => !items.includes(poison)).flat()
  expect(took).toEqual([1, 2, 3, 4, 6, 7].map(code))
  expect(await snapshot()).toMatchObject({ kept: 0, refused: 1, packs: 6 })
  expect((await snapshot()).rows.find((row) => row.code === poison)).toMatchObject({
    state: 'refused',
    why: 'This is too long.',
  })
  expect((await deliverTo(send)).sent).toEqual([])

  await retryRefused(db, 9)
  expect((await deliverTo(yes)).sent).toEqual([[poison]])
})

test('what takes back a reading that was set aside waits with it, and follows it', async () => {
  const [first = ''] = await keep(1)
  await keepUndo(db, BABULAL, first, AT)
  await keepReading(db, BABULAL, code(2), AT)
  const { sent } = await deliverTo((items) =>
    items.some((item) => item.id === first)
      ? Promise.reject(new ApiError('No.', { status: 400 }))
      : yes(items),
  )
  expect(sent.at(-1)).toEqual([code(2)])
  expect(sent).not.toContainEqual([`undo ${first}`])
  expect(await snapshot()).toMatchObject({ kept: 0, refused: 2 })
  await retryRefused(db, 9)
  expect((await deliverTo(yes)).sent).toEqual([[code(1), `undo ${first}`]])
  expect(await snapshot()).toMatchObject({ kept: 0, refused: 0, packs: 1 })
})

test('readings are named by UUIDs', async () => {
  const ids = await keep(50)
  for (const id of ids) expect(() => plantScanItem.shape.id.parse(id)).not.toThrow()
  for (const id of ids)
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  expect(new Set(ids).size).toBe(50)
})

test('when nothing at all is taken it stops and keeps everything, instead of asking for ever', async () => {
  await keep(200)
  const refuse = () => Promise.reject(new ApiError('No.', { status: 400, code: 'invalid' }))
  const { ending, sent } = await deliverTo(refuse)
  expect(ending).toBe('stopped')
  expect(sent.length).toBeLessThan(25)
  const { kept, refused } = await snapshot()
  expect(kept + refused).toBe(200)
})

test.each([
  [new ApiError('Network Error'), 'later'],
  [new ApiError('Busy.', { status: 503 }), 'later'],
  [new ApiError('Slowly.', { status: 429 }), 'later'],
  [new ApiError('Session over.', { status: 401 }), 'not_mine'],
  [new ApiError('Not yours.', { status: 403 }), 'stopped'],
  [new ApiError('?', { status: 200, code: 'unreadable' }), 'stopped'],
])('%s keeps everything and asks once', async (failure, kind) => {
  await keep(3)
  const { ending, sent } = await deliverTo(() => Promise.reject(failure))
  expect([ending, sent.length, (await kept()).length]).toEqual([kind, 1, 3])
})

test('a code that waits already is not kept twice, unless it was taken back', async () => {
  const [first = ''] = await keep(1)
  expect(await keepReading(db, BABULAL, code(1), AT)).toBe(null)
  expect(await keepReading(db, SUNITA, code(1), AT)).not.toBe(null)
  expect(await keepUndo(db, BABULAL, first, AT)).not.toBe(null)
  expect(await keepUndo(db, BABULAL, first, AT)).toBe(null)
  expect((await snapshot()).rows).toMatchObject([{ code: code(1), takenBack: true }])
  const again = await keepReading(db, BABULAL, code(1), AT)
  expect(again).not.toBe(null)
  expect(await keepReading(db, BABULAL, code(1), AT)).toBe(null)
  expect((await deliverTo(yes)).sent).toEqual([[code(1), `undo ${first}`, code(1)]])
  expect(await snapshot()).toMatchObject({ kept: 0, packs: 1 })
})

test('packs are counted by the shift in which they were read, cartons whole, undoings off', async () => {
  const [, second = ''] = await keep(2)
  await deliverTo((items) => Promise.resolve(items.map((item) => answerTo(item, 'activated', 24))))
  await keepUndo(db, BABULAL, second, AT)
  await deliverTo((items) => Promise.resolve(items.map((item) => answerTo(item, 'undone', 24))))
  expect(await snapshot()).toMatchObject({ packs: 24 })
  expect((await snapshot()).rows.map((row) => row.takenBack)).toEqual([true, false])
  const evening = new Date('2026-11-20T10:00:00Z')
  expect((await readSnapshot(db, { staffId: 9, now: evening })).packs).toBe(0)
})

test('what was set aside goes only when a person throws it away', async () => {
  await keep(2)
  await deliverTo((items) =>
    items.some((item) => item.code === code(1))
      ? Promise.reject(new ApiError('No.', { status: 400 }))
      : yes(items),
  )
  expect((await snapshot()).refused).toBe(1)
  await dropRefused(db, SUNITA.staffId)
  expect((await snapshot()).refused).toBe(1)
  await dropRefused(db, BABULAL.staffId)
  expect(await snapshot()).toMatchObject({ kept: 0, refused: 0 })
})
