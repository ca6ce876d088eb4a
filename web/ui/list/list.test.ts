import { expect, test } from 'vitest'
import { cleared, inWords, isSet } from './filter-values.ts'
import { HEAD_ROWS } from './list-options.ts'
import { newsAmong, newsOf } from './news.ts'
import type { Filter, ListQuery } from './types.ts'

test('new rows are those before the first that is shown', () => {
  expect(newsOf(['c', 'b', 'a'], ['c', 'b', 'a'])).toEqual({ rows: 0, more: false })
  expect(newsOf(['c', 'b', 'a'], ['e', 'd', 'c', 'b'])).toEqual({ rows: 2, more: false })
  expect(newsOf([], ['a'])).toEqual({ rows: 1, more: false })
  expect(newsOf([], [])).toEqual({ rows: 0, more: false })
})

test('rows that went away are no news', () => {
  expect(newsOf(['c', 'b', 'a'], ['b', 'a'])).toEqual({ rows: 0, more: false })
  expect(newsOf(['c', 'b', 'a'], ['d', 'b', 'a'])).toEqual({ rows: 1, more: false })
})

test('more than was looked at is told as such', () => {
  const head = Array.from({ length: HEAD_ROWS }, (_, index) => `new ${index}`)
  expect(newsOf(['c'], head)).toEqual({ rows: HEAD_ROWS, more: true })
})

test('where rows come in anywhere, each that was not there counts', () => {
  expect(newsAmong(['a', 'b', 'c'], ['a', 'new', 'b', 'c'], false)).toEqual({
    rows: 1,
    more: false,
  })
  expect(newsAmong(['a', 'b', 'c'], ['a', 'b', 'c', 'new'], true)).toEqual({ rows: 1, more: false })
  expect(newsAmong(['a', 'b', 'c'], ['c', 'b', 'a'], true)).toEqual({ rows: 0, more: false })
  expect(newsAmong([], ['a'], true)).toEqual({ rows: 1, more: false })
})

test('a row that moved up from the next page is no news', () => {
  expect(newsAmong(['a', 'b', 'c'], ['a', 'c', 'd'], false)).toEqual({ rows: 0, more: false })
})

const kind: Filter = {
  kind: 'choices',
  name: 'kind',
  label: 'Kind',
  choices: ['One', 'Two', 'Three'].map((label, index) => ({ value: index, label })),
}
const days: Filter = { kind: 'days', from: 'from', to: 'to', label: 'Dates' }
const query = (filters: Record<string, unknown>): ListQuery => ({
  sort: 'newest',
  limit: 50,
  ...filters,
})

test('a filter that is set says so in words', () => {
  expect(isSet(kind, query({}))).toBe(false)
  expect(inWords(kind, query({ kind: [1] }))).toBe('Two')
  expect(inWords(kind, query({ kind: ['0', '1'] }))).toBe('One, Two')
  expect(inWords(kind, query({ kind: [0, 1, 2] }))).toBe('3 selected')
  expect(inWords(kind, query({ kind: [9] }))).toBe('9')
  expect(inWords(days, query({ from: '2026-11-02', to: '2026-11-02' }))).toBe('2 Nov 2026')
  expect(inWords(days, query({ from: '2026-11-02', to: '2026-11-09' }))).toBe('2 Nov – 9 Nov 2026')
  expect(inWords(days, query({ from: '2026-11-02' }))).toBe('from 2 Nov 2026')
  expect(inWords(days, query({ to: '2026-11-02' }))).toBe('to 2 Nov 2026')
})

test('clearing names every field of every filter', () => {
  expect(cleared([kind, days])).toEqual({ kind: undefined, from: undefined, to: undefined })
  expect(Object.keys(cleared([kind, days]))).toEqual(['kind', 'from', 'to'])
})
