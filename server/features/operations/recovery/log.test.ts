import { describe, expect, test } from 'vitest'
import { formatMoment, parseMoment } from './moment.ts'
import { parseSegment, segmentName, segmentOf } from './segments.ts'
import { parseHistory, timelineAt } from './timelines.ts'
import { transactionTimes } from './wal-times.ts'

describe('a moment', () => {
  test.each([
    ['2026-11-25 14:03:20', '2026-11-25T08:33:20.000Z'],
    ['2026-11-25 14:03', '2026-11-25T08:33:00.000Z'],
    ['2026-11-25T14:03:20.25', '2026-11-25T08:33:20.250Z'],
    ['2026-11-25 14:03:20 IST', '2026-11-25T08:33:20.000Z'],
    ['2026-11-25 08:33:20 UTC', '2026-11-25T08:33:20.000Z'],
    ['2026-11-25T08:33:20Z', '2026-11-25T08:33:20.000Z'],
    ['2026-11-25 09:33:20 +0100', '2026-11-25T08:33:20.000Z'],
  ])('%s is of India unless it says its zone', (text, at) => {
    expect(parseMoment(text)?.toISOString()).toBe(at)
  })

  test.each([
    '',
    'yesterday',
    '2026-02-31 10:00',
    '2026-11-25',
    '2026-11-25 25:00',
    '25-11-2026 10:00',
  ])('"%s" is none', (text) => {
    expect(() => parseMoment(text)).toThrow(/is no moment\. Write it like/)
  })

  test('is told in the form in which it can be given again; latest is all', () => {
    const at = new Date('2026-11-25T18:33:20.000Z')
    expect(formatMoment(at)).toBe('2026-11-26 00:03:20 IST')
    expect(parseMoment(formatMoment(at))).toEqual(at)
    expect(parseMoment('latest')).toBeNull()
  })
})

test('pieces of the log are named as PostgreSQL names them', () => {
  expect(segmentOf('0/3C94BE0')).toBe(3)
  expect(segmentOf('2/FF000000')).toBe(2 * 256 + 255)
  expect(segmentName({ timeline: 17, number: 767 })).toBe('0000001100000002000000FF')
  expect(parseSegment('0000001100000002000000FF')).toEqual({ timeline: 17, number: 767 })
  expect(parseSegment('00000002.history')).toBeNull()
})

test('a history knows its restores and under which name each piece stands', () => {
  const parts = parseHistory(
    '1\t0/5000110\tbefore 2026-11-25 08:33:20.1+00\n\n2\t0/9000000\tno recovery target specified\n',
    3,
  )
  expect(parts).toEqual([
    { timeline: 1, from: 0, takenBackTo: null },
    { timeline: 2, from: 5, takenBackTo: new Date('2026-11-25T08:33:20.100Z') },
    { timeline: 3, from: 9, takenBackTo: null },
  ])
  expect([4, 5, 8, 9, 40].map((number) => timelineAt(parts, number))).toEqual([1, 2, 2, 3, 3])
})

test('what is no log has no transactions', () => {
  expect(transactionTimes(Buffer.alloc(0))).toEqual([])
  expect(transactionTimes(Buffer.alloc(16 * 1024 * 1024))).toEqual([])
  expect(transactionTimes(Buffer.alloc(16 * 1024 * 1024, 0xff))).toEqual([])
})
