import { expect, test } from 'vitest'
import { preparedInWords } from './prepared-words.ts'

const facts = {
  rows: 0,
  rowsInAll: null,
  bytes: 0,
  keptUntil: null,
  words: null,
  approval: 'not needed',
  mayTake: true,
} as const
const ready = { ...facts, state: 'ready', rows: 1, bytes: 640_000 } as const
const kept = { ...ready, keptUntil: '2026-11-29T20:00:00Z' }

test.each([
  ['Waits for its turn', { ...facts, state: 'waiting' }],
  ['Its rows are being counted', { ...facts, state: 'running' }],
  ['1,20,000 rows so far', { ...facts, state: 'running', rows: 120_000 }],
  ['0 of 20,000 rows', { ...facts, state: 'running', rowsInAll: 20_000 }],
  ['0 of 0 rows', { ...facts, state: 'running', rowsInAll: 0 }],
  ['1 row, 640 kB; kept until 30 Nov 2026', kept],
  [
    '1 row, 640 kB; a second person must approve it; kept until 30 Nov 2026',
    { ...kept, approval: 'waiting' },
  ],
  [
    '1 row, 640 kB; approved to be taken once; kept until 30 Nov 2026',
    { ...kept, approval: 'approved' },
  ],
  ['Your role may not have this report any more', { ...kept, mayTake: false }],
  ['Too long.', { ...facts, state: 'failed', words: 'Too long.' }],
] as const)('%s', (words, report) => {
  expect(preparedInWords(report)).toBe(words)
})
