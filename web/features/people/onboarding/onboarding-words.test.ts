import { expect, test } from 'vitest'
import type { Upload } from '../../../../contract/people/onboarding.ts'
import { countsInShort, formatBytes, whatApplied, whatApplies } from './onboarding-words.ts'

const counts = (creates: number, changes: number, refused: number) =>
  ({ kind: 'workers', creates, changes, refused }) as const

test.each([
  [
    counts(412, 18, 5),
    '412 workers will be created, 18 changed; 5 refused rows wait in the error log.',
  ],
  [counts(1, 0, 1), '1 worker will be created; 1 refused row waits in the error log.'],
  [counts(0, 2, 0), '2 workers will be changed.'],
  [counts(0, 0, 3), 'Nothing is created or changed; 3 refused rows wait in the error log.'],
])('what applying does is one sentence: %j', (upload, sentence) => {
  expect(whatApplies(upload)).toBe(sentence)
})

test('what was applied is told, and what was not', () => {
  expect(whatApplied({ ...counts(1, 3, 5), applied: 4 })).toBe('1 worker is created, 3 changed.')
  expect(whatApplied({ ...counts(0, 3, 5), applied: 3 })).toBe('3 workers are changed.')
  expect(whatApplied({ ...counts(10, 3, 5), applied: 12 })).toBe(
    '12 of 13 rows are applied; what could not be is in the error log.',
  )
  expect(whatApplied({ ...counts(0, 0, 5), applied: 0 })).toBe('Nothing was created or changed.')
})

test('a line of a list says how far a file is', () => {
  const upload = { ...counts(1200, 0, 5), state: 'applied', same: 2, rows: 1207, applied: 1200 }
  const applied = { ...upload, open: 4 } as unknown as Upload
  expect(countsInShort(applied)).toBe('1,200 created, 2 the same, 5 refused, 4 still to correct')
  expect(countsInShort({ ...applied, state: 'ready' })).toBe(
    '1,200 to create, 2 the same, 5 refused',
  )
  expect(countsInShort({ ...applied, state: 'stopped', applied: 600 })).toBe('600 of 1,200 applied')
  expect(countsInShort({ ...applied, state: 'reading' })).toBe('1,207 rows read so far')
})

test('sizes are read at a glance', () => {
  expect([1, 900, 20_480, 33_554_432].map(formatBytes)).toEqual([
    '1 byte',
    '900 bytes',
    '20 kB',
    '32.0 MB',
  ])
})
