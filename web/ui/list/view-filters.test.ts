import { expect, test } from 'vitest'
import { z } from 'zod'
import { listQuery, many } from '../../../contract/paging.ts'
import { isoDate } from '../../../contract/time.ts'
import type { Filter } from './types.ts'
import { filtersIn, isAsSaved, openable, viewNames } from './view-filters.ts'

const day = { from: isoDate.optional(), to: isoDate.optional() }
const fields = { q: z.string().optional(), kind: many(z.enum(['a', 'b', 'c'])), ...day }
const schema = listQuery({ ...fields, batch: z.coerce.number().optional() }, ['newest', 'oldest'])
const filters: Filter[] = [
  { kind: 'choices', name: 'kind', label: 'Kind', choices: [] },
  { kind: 'days', from: 'from', to: 'to', label: 'Dates' },
  { kind: 'number', name: 'batch', label: 'Batch', fromLink: true },
]
const list = { schema, filters }
const preferences = {
  shown: ['a', 'b'],
  hidden: [],
  widths: { a: 100, b: 90 },
  compact: false,
  rows: null,
}

test('a view holds filters and the order, never a search or a place', () => {
  expect(viewNames(filters)).toEqual(['kind', 'from', 'to', 'batch', 'sort'])
  const query = schema.parse({ q: '9876543210', kind: ['a', 'b'], from: '2026-11-02', batch: '7' })
  expect(filtersIn({ ...query, after: 'x', limit: 25 }, list)).toEqual({
    kind: ['a', 'b'],
    from: '2026-11-02',
    batch: '7',
  })
  expect(filtersIn(schema.parse({ kind: 'a', sort: 'oldest' }), list)).toEqual({
    kind: 'a',
    sort: 'oldest',
  })
  expect(filtersIn(schema.parse({}), list)).toEqual({})
})

test('what a list can no longer use is left out and named', () => {
  const stored = { kind: ['a', 'b'], sort: 'oldest', colour: 'red', from: 'soon', q: 'Ravi' }
  expect(openable(stored, list)).toEqual({
    filters: { kind: ['a', 'b'], sort: 'oldest' },
    lost: ['colour', 'from', 'q'],
  })
  expect(openable({ kind: 'gone' }, list)).toEqual({ filters: {}, lost: ['kind'] })
  expect(openable({}, list)).toEqual({ filters: {}, lost: [] })
})

test('filters that do only alone are all left out', () => {
  const strict = schema.refine(({ from, to }) => !from || !to || from <= to)
  const stored = { from: '2026-11-09', to: '2026-11-02' }
  expect(openable(stored, { schema: strict, filters })).toEqual({
    filters: {},
    lost: ['from', 'to'],
  })
})

test('a view is changed by what it holds, not by the order in which it was selected', () => {
  const saved = { filters: { kind: ['a', 'b'], sort: 'oldest' }, preferences }
  const turned = { ...preferences, shown: ['b', 'a'], widths: { b: 90, a: 100 } }
  expect(
    isAsSaved({ filters: { sort: 'oldest', kind: ['b', 'a'] }, preferences: turned }, saved),
  ).toBe(true)
  expect(
    isAsSaved({ filters: { kind: 'a' }, preferences }, { filters: { kind: ['a'] }, preferences }),
  ).toBe(true)
  expect(isAsSaved({ ...saved, filters: { kind: ['a', 'b'] } }, saved)).toBe(false)
  expect(
    isAsSaved({ ...saved, preferences: { ...preferences, widths: { a: 101, b: 90 } } }, saved),
  ).toBe(false)
  expect(isAsSaved({ ...saved, preferences: { ...preferences, compact: true } }, saved)).toBe(false)
})
