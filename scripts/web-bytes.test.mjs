import { expect, test } from 'vitest'
import { BUDGET, weigh } from './web-bytes.mjs'

const chunk = (more) => ({
  isEntry: false,
  source: null,
  imports: [],
  dynamicImports: [],
  styles: [],
  modules: [],
  packages: [],
  ...more,
})
const KB = 1000
/** An entry with its shell, three pages that share the lists, and a chart that one loads on its own. */
function built(change = {}) {
  const graph = {
    'entry.js': chunk({
      isEntry: true,
      imports: ['base.js'],
      dynamicImports: ['layout.js', 'a.js', 'b.js', 'c.js'],
      styles: ['base.css'],
    }),
    'base.js': chunk({ packages: ['react-dom'] }),
    'layout.js': chunk({ modules: ['shell/layout.tsx'], imports: ['base.js'], styles: ['l.css'] }),
    'a.js': chunk({
      source: 'a.tsx',
      imports: ['list.js', 'two.js'],
      dynamicImports: ['chart.js'],
    }),
    'b.js': chunk({
      source: 'b.tsx',
      imports: ['list.js', 'two.js'],
      styles: ['base.css', 'b.css'],
    }),
    'c.js': chunk({ source: 'c.tsx', imports: ['list.js'] }),
    'two.js': chunk(),
    'list.js': chunk({ imports: ['base.js'] }),
    'chart.js': chunk({ packages: ['recharts'] }),
    ...change.graph,
  }
  const sizes = {
    'entry.js': 60,
    'base.js': 50,
    'layout.js': 20,
    'base.css': 9,
    'l.css': 3,
    'b.css': 2,
    'a.js': 10,
    'b.js': 8,
    'c.js': 4,
    'two.js': 20,
    'list.js': 70,
    'chart.js': 400,
    ...change.sizes,
  }
  return weigh(graph, (file) => sizes[file] * KB)
}

test('a page is weighed by what it adds to the first load, and by what of that is its own', () => {
  const { whole, pages, over } = built()
  expect(whole).toEqual({ scripts: 130, styles: 12 })
  expect(pages).toEqual([
    { name: 'a.tsx', own: 30, opened: 100, styles: 0 },
    { name: 'b.tsx', own: 28, opened: 98, styles: 2 },
    { name: 'c.tsx', own: 4, opened: 74, styles: 0 },
  ])
  expect(over).toEqual([])
})

test.each([
  ['the entry grew', { sizes: { 'base.js': 91 } }, ['first load: 171.0 kB scripts, over 170 kB']],
  ['styles grew', { sizes: { 'l.css': 12 } }, ['first load: 21.0 kB styles, over 20 kB']],
  ['a page grew', { sizes: { 'c.js': 61 } }, ['c.tsx: 61.0 kB own, over 60 kB']],
  ['what pages share grew', { sizes: { 'list.js': 181 } }, ['a.tsx: 211.0 kB opened, over 210 kB']],
  [
    'a page brings its charts at once',
    {
      graph: { 'c.js': chunk({ source: 'c.tsx', imports: ['list.js', 'chart.js'] }) },
      sizes: { 'chart.js': 9 },
    },
    ['c.tsx: brings its charts before they are used'],
  ],
])('over: %s', (_, change, expected) => {
  expect(built(change).over).toEqual(expected)
})

test('the budget is that of the design', () => {
  expect(BUDGET).toMatchObject({ scripts: 170, styles: 20, own: 60 })
})
