import { expect, test } from 'vitest'
import { reachedInWords, readShare, webhookInWords } from './message-words.tsx'

const none = { waiting: 0, sending: 0, sent: 0, failed: 0, unknown: 0 }
const counts = (reached: number, read: number, webhook = none) => ({
  audience: 50_000,
  reached,
  read,
  webhook,
})

test.each([
  [counts(0, 0), null],
  [counts(50_000, 0), '0 %'],
  [counts(50_000, 1), '1 %'],
  [counts(50_000, 22_500), '45 %'],
  [counts(50_000, 49_999), '99 %'],
  [counts(50_000, 50_000), '100 %'],
])('neither nobody nor everybody is said before it is so: %o', (given, share) => {
  expect(readShare(given)).toBe(share)
})

test('before the sending nobody is of its audience', () => {
  expect(reachedInWords({ ...counts(0, 0), audience: null })).toBeNull()
  expect(reachedInWords(counts(4000, 0))).toBe('4,000 of 50,000')
})

test('the webhook is told by what it did, and not where nothing went by it', () => {
  expect(webhookInWords(counts(10, 0))).toBeNull()
  expect(webhookInWords(counts(10, 0, { ...none, sent: 7, unknown: 2, waiting: 1 }))).toBe(
    '7 sent · 2 unknown · 1 waiting',
  )
})
