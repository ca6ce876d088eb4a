import { expect, test } from 'vitest'
import { joinRuns, type CouponChange } from './change-runs.ts'

const piece = (changeId: number, changed: Partial<CouponChange> = {}): CouponChange => ({
  changeId,
  at: new Date(Date.UTC(2026, 10, 20, 10, 0, changeId * 40)),
  staffId: 9,
  by: 'Babulal Yadav',
  action: 'activate',
  fromSerial: changeId * 100 + 1,
  toSerial: changeId * 100 + 100,
  changed: 100,
  reason: null,
  device: 'Handheld 3',
  ...changed,
})

test('the pieces of a run are one run, from its first piece to its last, however long it took', () => {
  const [run, ...others] = joinRuns([piece(4), piece(3, { changed: 7 }), piece(2), piece(1)])
  expect(others).toEqual([])
  expect(run).toEqual({ ...piece(1), toSerial: 500, changed: 307 })
})

test.each([
  ['another person', { staffId: 8 }],
  ['another act', { action: 'deactivate' }],
  ['another reason', { reason: 'Wrong lot' }],
  ['another device', { device: 'Handheld 4' }],
  ['serials that do not follow', { fromSerial: 1, toSerial: 199 }],
  ['an hour between', { at: new Date(Date.UTC(2026, 10, 20, 9)) }],
])('%s is another run', (_, changed) => {
  const changes = [piece(2), piece(1, changed)]
  expect(joinRuns(changes)).toEqual(changes)
})
