import { expect, test } from 'vitest'
import { dueOf } from './due.ts'

const NOW = Date.parse('2026-11-20T10:00:00Z')
const at = (hours: number): string => new Date(NOW + hours * 3_600_000).toISOString()
const until = (hours: number, done: number | null = null) => ({
  by: at(hours),
  doneAt: done === null ? null : at(done),
  missed: false,
})

test('the first answer is due until there is one, then the settling', () => {
  const row = { state: 'open', firstAnswer: until(8), resolution: until(48) } as const
  expect(dueOf(row, NOW)).toMatchObject({ what: 'answer', left: 8 * 3600, urgency: 'ahead' })
  const answered = { ...row, state: 'in_progress', firstAnswer: until(8, -1) } as const
  expect(dueOf(answered, NOW)).toMatchObject({ what: 'settle', left: 48 * 3600 })
})

test('two hours before it is near, and after it is missed', () => {
  const urgency = (hours: number) =>
    dueOf({ state: 'open', firstAnswer: until(hours), resolution: until(48) }, NOW)?.urgency
  expect([2.01, 2, 0, -0.01].map(urgency)).toEqual(['ahead', 'soon', 'soon', 'missed'])
})

test('nothing is due while the member is waited for, nor when it is settled', () => {
  const answered = { firstAnswer: until(-1, -2), resolution: until(-3) }
  for (const state of ['waiting', 'resolved', 'closed'] as const) {
    expect(dueOf({ state, ...answered }, NOW)).toBeNull()
  }
})
