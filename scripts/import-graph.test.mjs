import { expect, test } from 'vitest'
import { circlesOf, importGraph } from './import-graph.mjs'

test('no files import each other in a circle, not for a type either', () => {
  const graph = importGraph()
  // The reader would find no circle where it found no import.
  expect(graph.size).toBeGreaterThan(1_000)
  expect(graph.get('server/main.ts')).toContain('server/config.ts')
  expect(circlesOf(graph)).toEqual([])
})

const graphOf = (edges) => new Map(Object.entries(edges))

test.each([
  ['two files', { a: ['b'], b: ['a'] }, [['a', 'b']]],
  ['a file and itself', { a: ['a'] }, [['a']]],
  ['three in a row', { a: ['b'], b: ['c'], c: [] }, []],
  ['a diamond', { a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }, []],
  ['a long way round', { a: ['b'], b: ['c'], c: ['d'], d: ['b', 'e'], e: [] }, [['b', 'c', 'd']]],
  [
    'two circles',
    { a: ['b'], b: ['a', 'c'], c: ['d'], d: ['c'] },
    [
      ['c', 'd'],
      ['a', 'b'],
    ],
  ],
])('%s', (_, edges, circles) => {
  expect(circlesOf(graphOf(edges))).toEqual(circles)
})
