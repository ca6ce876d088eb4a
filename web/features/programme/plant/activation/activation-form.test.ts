import { describe, expect, test } from 'vitest'
import {
  countWithin,
  NOTHING_TYPED,
  problemOfReason,
  readRun,
  reasonText,
  serialsOfCartons,
  usedFirst,
  waitingRun,
  type Typed,
} from './activation-form.ts'

const LOT = { quantity: 250_000, cartonSize: 24 }
const read = (typed: Partial<Typed>, lot = LOT) => readRun({ ...NOTHING_TYPED, ...typed }, lot)
const serials = (from: string, to: string) => read({ from, to })
const cartons = (cartonFrom: string, cartonTo: string) =>
  read({ way: 'cartons', cartonFrom, cartonTo })

describe('a run as typed', () => {
  test('serials, in both scripts', () => {
    expect(serials('101', '4,600')).toEqual({ run: { from: 101, to: 4600 } })
    expect(serials('१०१', '१०१')).toEqual({ run: { from: 101, to: 101 } })
    expect(serials('1', '100000')).toEqual({ run: { from: 1, to: 100_000 } })
  })
  test.each([
    ['', '', { from: 'noNumber', to: 'noNumber' }],
    ['x', '5', { from: 'notNumber' }],
    ['0', '5', { from: 'belowOne' }],
    ['9', '8', { to: 'backwards' }],
    ['1', '250001', { to: 'beyond' }],
    ['250001', '250002', { from: 'beyond', to: 'beyond' }],
    ['1', '100001', { to: 'tooMany' }],
  ])('%j to %j is wrong', (from, to, problems) => {
    expect(serials(from, to)).toEqual({ problems })
  })
  test('cartons, one or a run, the last one smaller', () => {
    expect(cartons('3', '')).toEqual({ run: { from: 49, to: 72 } })
    expect(cartons('1', '2')).toEqual({ run: { from: 1, to: 48 } })
    expect(cartons('10417', '')).toEqual({ run: { from: 249_985, to: 250_000 } })
    expect(serialsOfCartons({ from: 2, to: 2 }, { quantity: 30, cartonSize: 24 })).toEqual({
      from: 25,
      to: 30,
    })
  })
  test.each([
    ['', '', { cartonFrom: 'noNumber' }],
    ['10418', '', { cartonFrom: 'beyondCartons' }],
    ['5', '4', { cartonTo: 'backwards' }],
    ['1', '4167', { cartonTo: 'tooMany' }],
  ])('carton %j to %j is wrong', (from, to, problems) => {
    expect(cartons(from, to)).toEqual({ problems })
  })
})

describe('the reason', () => {
  test('is what is shown: the button, the note, or both', () => {
    expect(reasonText('Pack damaged', '  ')).toBe('Pack damaged')
    expect(reasonText(null, ' by rain ')).toBe('by rain')
    expect(reasonText('पैकेट ख़राब', 'बारिश से')).toBe('पैकेट ख़राब: बारिश से')
  })
  test('must be there and fit', () => {
    expect(problemOfReason(reasonText(null, 'ab'))).toEqual({ reason: 'noReason' })
    expect(problemOfReason('x'.repeat(300))).toBeNull()
    expect(problemOfReason('x'.repeat(301))).toEqual({ note: 'longReason' })
  })
})

describe('what the lot says', () => {
  const empty = { kind: null, why: null, by: null, at: null }
  const run = (
    fromSerial: number,
    toSerial: number,
    status: 'waiting' | 'hole' | 'deactivated',
  ) => ({ ...empty, fromSerial, toSerial, count: toSerial - fromSerial + 1, status })
  const runs = [
    run(11, 20, 'hole'),
    run(31, 40, 'deactivated'),
    run(61, 80, 'waiting'),
    run(91, 99, 'waiting'),
  ]
  test('the whole of what waits, no longer than a request may be', () => {
    expect(waitingRun(runs)).toEqual({ from: 61, to: 99 })
    expect(waitingRun([run(11, 20, 'hole')])).toBeNull()
    expect(waitingRun([run(5, 300_000, 'waiting')])).toEqual({ from: 5, to: 100_004 })
  })
  test('how many of a run were deactivated before', () => {
    expect(countWithin(runs, { from: 1, to: 99 }, 'deactivated')).toBe(10)
    expect(countWithin(runs, { from: 35, to: 36 }, 'deactivated')).toBe(2)
    expect(countWithin(runs, { from: 41, to: 60 }, 'deactivated')).toBe(0)
  })
  test('the lots used last stand first', () => {
    const lots = [9, 8, 7, 6].map((batchId) => ({ batchId }))
    expect(usedFirst(lots, [7, 9]).map(({ batchId }) => batchId)).toEqual([7, 9, 8, 6])
  })
})
