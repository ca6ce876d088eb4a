import { expect, test } from 'vitest'
import { AttemptMaker, attemptTimes } from './attempts.ts'
import { planBatches } from './batch-plan.ts'
import { planMembers } from './people.ts'

const NOW = new Date('2026-11-20T06:30:00Z')
const DAY_MS = 86_400_000

test('nobody scans before joining, and no shop is named before it joined', () => {
  const firstDay = new Date(NOW.getTime() - 121 * DAY_MS)
  const members = planMembers(firstDay).map(({ member }) => member)
  const joined = members.map(({ joinedAt }) => joinedAt.getTime())
  expect(joined).toEqual(joined.toSorted((a, b) => a - b))
  const maker = new AttemptMaker(members, planBatches(NOW).batches, NOW)
  const scanning = new Set<number>()
  for (const at of attemptTimes(NOW)) {
    const attempt = maker.make(at)
    const { memberId, retailerId } = attempt
    for (const id of [memberId, retailerId ?? memberId]) {
      expect(joined[id - 1], `Member ${id}, ${at.toISOString()}`).toBeLessThanOrEqual(at.getTime())
    }
    scanning.add(memberId)
    maker.wasCredited(attempt)
  }
  // Also of those who came late some scan.
  expect(Math.max(...scanning)).toBeGreaterThan(2_900)
  expect(scanning.size).toBeGreaterThan(1_500)
})
