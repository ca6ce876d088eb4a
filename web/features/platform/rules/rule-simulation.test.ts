import { expect, test } from 'vitest'
import { simulationWords } from './rule-simulation.tsx'

const found = { fromDay: '2026-10-22', toDay: '2026-11-20', value: 5, scans: 48_110 }

test('a simulation in words, by what its rule does', () => {
  const held = { ...found, rule: 'membersPerDevice' as const, met: 212, members: 37, metNow: 15 }
  expect(simulationWords(held)).toBe(
    '212 of 48,110 scans would have been held, of 37 members; 15 with the value in force.',
  )
  const flagged = { ...held, rule: 'deviceScansPerHour' as const, met: 1, members: 1 }
  expect(simulationWords(flagged)).toContain(
    '1 of 48,110 scans would have been flagged, of 1 member;',
  )
  const none = { ...held, rule: 'scansPerDay' as const, met: 0, members: 0, metNow: 0 }
  expect(simulationWords(none)).toBe(
    '0 of 48,110 scans would have been refused; 0 with the value in force.',
  )
})
