import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ENQUIRY_CATEGORIES,
  ENQUIRY_MACHINE,
  type EnquiryCategory,
  type EnquiryStep,
} from '../../../../contract/desk/enquiry-states.ts'
import type { Rules } from '../../../../contract/platform/rule-definitions.ts'
import { readConfig } from '../../../config.ts'
import { startValues } from '../../platform/rules/start-values.ts'
import { begun, deadlinesOf, dueAt, recategorised, stepped } from './enquiry-clock.ts'

const HOUR = 3_600_000
const RULES = startValues(readConfig({}))
const OPENED = new Date('2026-11-20T04:30:00Z')
const BOOK = { at: () => RULES }
const step = (clock: ReturnType<typeof opened>, name: EnquiryStep, at: Date) =>
  stepped(clock, name, { at, rules: BOOK })
const deadlines = (clock: ReturnType<typeof opened>, now: Date) =>
  deadlinesOf(clock, { now, rules: BOOK })
const hour = (hours: number) => new Date(OPENED.getTime() + hours * HOUR)
const opened = (category: EnquiryCategory = 'payment') => ({
  ...begun(category, OPENED, RULES),
  number: 'EQ100001',
  category,
})

test('a payment is answered in 4 hours and settled in 24; the nearer one runs', () => {
  const clock = opened()
  expect(dueAt(clock)).toEqual(hour(4))
  expect(deadlines(clock, hour(4))).toEqual({
    firstAnswer: { by: hour(4).toISOString(), doneAt: null, missed: false },
    resolution: { by: hour(24).toISOString(), doneAt: null, missed: false },
  })
  expect(deadlines(clock, new Date(hour(4).getTime() + 1)).firstAnswer.missed).toBe(true)
})

test('the hours are rules: of the moment at which it was opened, also for another category', () => {
  const rules = {
    ...RULES,
    answerHoursPayment: 2,
    resolveHoursPayment: 12,
    resolveHoursScheme: 100,
  }
  const clock = { ...opened(), ...begun('payment', OPENED, rules) }
  expect([clock.answerBy, clock.resolveBy]).toEqual([hour(2), hour(12)])
  expect(recategorised(clock, 'scheme', rules).resolveBy).toEqual(hour(100))
})

test('while the member is waited for nothing runs; then the time to settle goes on', () => {
  const waiting = step(opened(), 'answer', hour(3))
  expect(dueAt(waiting)).toBeNull()
  expect(deadlines(waiting, hour(53))).toEqual({
    firstAnswer: { by: hour(4).toISOString(), doneAt: hour(3).toISOString(), missed: false },
    resolution: { by: hour(74).toISOString(), doneAt: null, missed: false },
  })
  const back = step(waiting, 'member-writes', hour(53))
  expect(dueAt(back)).toEqual(hour(74))
  const again = step(step(back, 'answer', hour(60)), 'answer', hour(61))
  expect(dueAt(step(again, 'member-writes', hour(70)))).toEqual(hour(84))
})

test('what was missed stays missed while it waits and when it is resolved', () => {
  const late = step(opened(), 'answer', hour(30))
  for (const now of [hour(30), hour(300)]) {
    const { firstAnswer, resolution } = deadlines(late, now)
    expect([firstAnswer.missed, resolution.missed]).toEqual([true, true])
  }
  const resolved = step(late, 'resolve', hour(40))
  expect(deadlines(resolved, hour(41)).resolution).toMatchObject({
    doneAt: hour(40).toISOString(),
    missed: true,
  })
})

test('who resolves at once has answered; opened again it has what was left', () => {
  const resolved = step(opened(), 'resolve', hour(1))
  expect(dueAt(resolved)).toBeNull()
  expect(resolved.answeredAt).toEqual(hour(1))
  expect(dueAt(step(resolved, 'reopen', hour(101)))).toEqual(hour(124))
  const closed = step(resolved, 'close', hour(200))
  expect(dueAt(closed)).toBeNull()
  expect(closed).toMatchObject({ resolvedAt: hour(1), closedAt: hour(200) })
})

test('another category has its hours from when it was opened, and keeps what it stood still', () => {
  expect(dueAt(recategorised(opened(), 'scheme', RULES))).toEqual(hour(24))
  const back = step(step(opened(), 'answer', hour(2)), 'member-writes', hour(12))
  const other = recategorised(back, 'scheme', RULES)
  expect(dueAt(other)).toEqual(hour(72 + 10))
  expect(recategorised(other, 'payment', RULES)).toEqual(back)
})

/** Counts the hours in which it was ours to do something: what a deadline is about, told otherwise. */
function ranFor(steps: readonly { step: EnquiryStep; at: Date }[], until: Date): number {
  let [ran, since, runs] = [0, OPENED.getTime(), true]
  for (const { step, at } of [...steps, { step: 'take', at: until }]) {
    if (runs) ran += at.getTime() - since
    since = at.getTime()
    if (step === 'answer' || step === 'resolve') runs = false
    if (step === 'member-writes' || step === 'reopen') runs = true
  }
  return ran
}

test('after any steps it is late exactly when it ran longer than its category allows', () => {
  const names = Object.keys(ENQUIRY_MACHINE) as EnquiryStep[]
  const wanted = fc.array(fc.tuple(fc.constantFrom(...names), fc.integer({ min: 0, max: 40 })))
  const categories = Object.keys(ENQUIRY_CATEGORIES) as EnquiryCategory[]
  fc.assert(
    fc.property(fc.constantFrom(...categories), wanted, fc.nat(60), (category, tries, after) => {
      let clock = opened(category)
      let at = OPENED
      const done: { step: EnquiryStep; at: Date }[] = []
      for (const [name, hours] of tries) {
        at = new Date(at.getTime() + hours * HOUR)
        if (name === 'close' || !ENQUIRY_MACHINE[name].from.includes(clock.state)) continue
        clock = step(clock, name, at)
        done.push({ step: name, at })
      }
      const now = new Date(at.getTime() + after * HOUR)
      const allowed = ENQUIRY_CATEGORIES[category].resolveHours * HOUR
      const ran = ranFor(done, now)
      expect(deadlines(clock, now).resolution.missed).toBe(ran > allowed)
      const due = dueAt(clock)
      const runs = clock.state === 'open' || clock.state === 'in_progress'
      expect(due !== null).toBe(runs)
      if (due && clock.answeredAt) expect(due.getTime()).toBe(now.getTime() + allowed - ran)
    }),
  )
})

describe('by working hours', () => {
  /** Monday to Friday from 9 to 18; the enquiry is opened on a Friday at 10. */
  const office = {
    ...RULES,
    workingHours: { days: [1, 2, 3, 4, 5], opens: '09:00', closes: '18:00' },
    holidays: [{ day: '2026-11-23', name: 'Local election' }],
  } satisfies Rules
  const book = { at: () => office }
  const india = (text: string) => new Date(`2026-11-${text}:00+05:30`)
  const asked = {
    ...begun('payment', india('20T10:00'), office),
    number: 'EQ100001',
    category: 'payment' as EnquiryCategory,
  }

  test('the deadlines count them, and a holiday moves them', () => {
    expect(asked.answerBy).toEqual(india('20T14:00'))
    expect(asked.resolveBy).toEqual(india('25T16:00'))
    const { resolveBy } = begun('payment', india('20T10:00'), { ...office, holidays: [] })
    expect(resolveBy).toEqual(india('24T16:00'))
  })

  test('while the member is waited for, what was left of them is kept', () => {
    const waiting = stepped(asked, 'answer', { at: india('20T12:00'), rules: book })
    const night = india('27T23:00')
    const { resolution } = deadlinesOf(waiting, { now: night, rules: book })
    // 22 hours were left on Friday at noon: two days of nine hours and four of the third.
    expect(resolution).toMatchObject({ by: '2026-12-02T07:30:00.000Z' })
    const back = stepped(waiting, 'member-writes', { at: night, rules: book })
    expect(back.resolveBy.toISOString()).toBe(resolution.by)
  })

  test('another category counts its own hours from the beginning', () => {
    const other = recategorised(asked, 'coupon', office)
    expect([other.answerBy, other.resolveBy]).toEqual([
      begun('coupon', india('20T10:00'), office).answerBy,
      begun('coupon', india('20T10:00'), office).resolveBy,
    ])
    expect(recategorised(other, 'payment', office)).toEqual(asked)
  })
})
