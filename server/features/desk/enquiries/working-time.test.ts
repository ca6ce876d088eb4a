import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { WEEK } from '../../../../contract/platform/rule-calendar.ts'
import { afterWorking, workingBetween, type Calendar } from './working-time.ts'

const HOUR = 3_600_000
const ALWAYS: Calendar = {
  workingHours: { days: [...WEEK], opens: '00:00', closes: '24:00' },
  holidays: [],
}
/** Monday to Friday from 9:30 to 18:00; Christmas of 2026 is a Friday. */
const OFFICE: Calendar = {
  workingHours: { days: [1, 2, 3, 4, 5], opens: '09:30', closes: '18:00' },
  holidays: [{ day: '2026-12-25', name: 'Christmas' }],
}
/** A moment on the clocks of India. */
const india = (text: string) => new Date(`${text}:00+05:30`)
const after = (at: string, hours: number, calendar = OFFICE) =>
  afterWorking(india(at), hours * HOUR, calendar)

describe('a deadline in working time', () => {
  test.each([
    ['within the day', '2026-12-21T10:00', 4, '2026-12-21T14:00'],
    ['to the very end of the day', '2026-12-21T14:00', 4, '2026-12-21T18:00'],
    ['over the night', '2026-12-21T16:00', 4, '2026-12-22T11:30'],
    ['asked at night', '2026-12-21T22:00', 4, '2026-12-22T13:30'],
    ['asked before the morning', '2026-12-21T05:00', 4, '2026-12-21T13:30'],
    ['over the weekend', '2026-12-18T16:00', 4, '2026-12-21T11:30'],
    ['over a holiday and the weekend', '2026-12-24T16:00', 4, '2026-12-28T11:30'],
    ['asked on a holiday', '2026-12-25T11:00', 4, '2026-12-28T13:30'],
  ])('%s', (_, at, hours, due) => {
    expect(after(at, hours)).toEqual(india(due))
  })

  test('a holiday moves it, also where the helpdesk works around the clock', () => {
    const holidays = [{ day: '2026-12-25', name: 'Christmas' }]
    expect(after('2026-12-24T20:00', 8, ALWAYS)).toEqual(india('2026-12-25T04:00'))
    expect(after('2026-12-24T20:00', 8, { ...ALWAYS, holidays })).toEqual(india('2026-12-26T04:00'))
  })
})

const moments = fc.integer({ min: 0, max: 40 * 24 * 60 }).map((minutes) => {
  return new Date(india('2026-12-01T00:00').getTime() + minutes * 60_000)
})

test('so much working time lies before a deadline, and no moment before it has as much', () => {
  fc.assert(
    fc.property(moments, fc.integer({ min: 1, max: 200 * 60 }), (at, minutes) => {
      const ms = minutes * 60_000
      for (const calendar of [OFFICE, ALWAYS]) {
        const due = afterWorking(at, ms, calendar)
        expect(workingBetween(at, due, calendar)).toBe(ms)
        expect(workingBetween(at, new Date(due.getTime() - 1), calendar)).toBe(ms - 1)
      }
    }),
  )
})

test('working time adds up', () => {
  fc.assert(
    fc.property(moments, moments, moments, (...three) => {
      const [a, b, c] = three.toSorted((one, two) => one.getTime() - two.getTime())
      if (!a || !b || !c) return
      expect(workingBetween(a, b, OFFICE) + workingBetween(b, c, OFFICE)).toBe(
        workingBetween(a, c, OFFICE),
      )
    }),
  )
})
