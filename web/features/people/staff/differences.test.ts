import { expect, test } from 'vitest'
import { deviceWords } from '../../../ui/device-words.ts'
import { differences } from './differences.ts'

test('both sides are shown, in the order of the later one', () => {
  expect(differences({ status: 'draft', gone: 1 }, { name: 'New', status: 'active' })).toEqual([
    { name: 'name', before: null, after: 'New', same: false },
    { name: 'status', before: 'draft', after: 'active', same: false },
    { name: 'gone', before: '1', after: null, same: false },
  ])
})

test('what stayed says so, and values that are no objects are shown whole', () => {
  expect(differences({ a: [1, 2] }, { a: [1, 2] })).toEqual([
    { name: 'a', before: '1, 2', after: '1, 2', same: true },
  ])
  expect(differences(null, 'x')).toEqual([{ name: 'value', before: null, after: 'x', same: false }])
  expect(differences(null, null)).toEqual([])
})

test('lists and filters read as words, and are not taken for their words', () => {
  const [list, filters, deep, words] = differences(
    { words: '1, 2' },
    {
      list: ['member', 'place'],
      filters: { sort: 'newest', state: 27 },
      deep: [{ a: 1 }],
      words: [1, 2],
    },
  )
  expect([list?.after, filters?.after, deep?.after]).toEqual([
    'member, place',
    'sort: newest, state: 27',
    '[{"a":1}]',
  ])
  expect(words).toEqual({ name: 'words', before: '1, 2', after: '1, 2', same: false })
})

test.each([
  [null, 'An unknown device'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['curl/8.0', 'curl/8.0'],
])('%s is %s', (userAgent, words) => expect(deviceWords(userAgent)).toBe(words))
