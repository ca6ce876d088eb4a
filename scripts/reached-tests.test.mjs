import { expect, test } from 'vitest'
import { importGraph, reachedFrom } from './import-graph.mjs'
import { testsReachedBy } from './reached-tests.mjs'

test('a change reaches what imports it, nearest first, and a cycle ends', () => {
  const graph = new Map([
    ['a', []],
    ['b', ['a']],
    ['c', ['b', 'd']],
    ['d', ['c']],
    ['e', []],
  ])
  expect([...reachedFrom(graph, ['a'])]).toEqual([
    ['a', 0],
    ['b', 1],
    ['c', 2],
    ['d', 3],
  ])
})

const graph = importGraph()

test('types and lazy imports are followed', () => {
  expect(graph.get('web/pages.ts')).toContain('web/features/money/payments/pending-page.tsx')
  expect(graph.get('server/server.ts')).toContain('server/config.ts')
})

test('a page reaches its own browser tests and the walk of every page', () => {
  const { browser } = testsReachedBy(['web/features/programme/meltag/meltag-page.tsx'], graph)
  expect(browser[0]).toBe('e2e/every-page.spec.ts')
  expect(browser).toContain('e2e/meltag.spec.ts')
  expect(browser).not.toContain('e2e/payments.spec.ts')
})

test('a part of the server reaches the tests beside it first', () => {
  const { unit } = testsReachedBy(['server/lib/csv.ts'], graph)
  expect(unit[0]).toBe('server/lib/csv.test.ts')
})

test('what reaches very much is cut, and the rest is counted', () => {
  const { unit, left } = testsReachedBy(['contract/endpoint.ts'], graph)
  expect(unit).toHaveLength(40)
  expect(left).toBeGreaterThan(100)
})
