import { expect, test } from 'vitest'
import { countInWords } from './preview-count.ts'

test.each([
  [0, 0, 'No rows'],
  [1, 1, '1 row'],
  [20, 20, '20 rows'],
  [21, 20, '21 rows; these are the first 20'],
  [10_000, 20, '10,000 rows; these are the first 20'],
  [10_001, 20, '10,000+ rows; these are the first 20'],
  [null, 20, 'The first 20 rows; counting all of them takes too long'],
])('a count of %s with %s shown reads "%s"', (count, shown, words) => {
  expect(countInWords(count, shown)).toBe(words)
})
