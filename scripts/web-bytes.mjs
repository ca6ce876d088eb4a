// What the web pages weigh, gzip, held against the budget of the design. Run after they are built.
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './ensure.mjs'

const SHELL = 'shell/layout.tsx'
/** In kB, of a thousand bytes each; `opened` is all that a page adds to the first load when it is cold. */
export const BUDGET = { scripts: 170, styles: 20, own: 60, opened: 210 }
/** What so many pages need (lists, dialogs, fields) is no page's own: it is there for the next one. */
const SHARED_BY = 3
/** Large, and needed on few pages: never in what the shell or a page cannot start without. */
const ONLY_WHERE_USED = { charts: /^recharts$/, scanners: /^(zxing-wasm|barcode-detector)$/ }

/**
 * The first load (the entry and the shell of the pages), what each page adds to it, and what of that
 * is its own; and what is over. `graph` is what vite.config.ts writes of the chunks; `sizeOf` gives a
 * file's bytes, gzip.
 */
export function weigh(graph, sizeOf) {
  const entry = Object.keys(graph).find((name) => graph[name].isEntry)
  const targets = graph[entry].dynamicImports
  const shell = targets.find((name) => graph[name].modules.includes(SHELL))
  if (!shell) throw new Error(`No chunk that the entry loads holds ${SHELL}.`)
  const first = new Set([...reached(graph, entry), ...reached(graph, shell)])
  const bytes = (files) => files.reduce((sum, file) => sum + sizeOf(file), 0) / 1000
  const had = stylesOf(first, graph)
  const opened = targets
    .filter((name) => !first.has(name))
    .map((name) => ({ name, chunks: [...reached(graph, name)].filter((it) => !first.has(it)) }))
  const users = Map.groupBy(
    opened.flatMap(({ chunks }) => chunks),
    (chunk) => chunk,
  )
  const pages = opened.map(({ name, chunks }) => ({
    name: graph[name].source ?? name,
    own: bytes(chunks.filter((chunk) => users.get(chunk).length < SHARED_BY)),
    opened: bytes(chunks),
    styles: bytes([...stylesOf(chunks, graph)].filter((file) => !had.has(file))),
  }))
  const whole = { scripts: bytes([...first]), styles: bytes([...had]) }
  const over = [
    ...exceeding({ name: 'first load', ...whole }, ['scripts', 'styles']),
    ...pages.flatMap((page) => exceeding(page, ['own', 'opened'])),
    ...misplaced(graph, [entry, ...targets]),
  ]
  return { whole, pages: pages.toSorted((a, b) => b.own - a.own), over }
}

const exceeding = (row, kinds) =>
  kinds
    .filter((kind) => row[kind] > BUDGET[kind])
    .map((kind) => `${row.name}: ${row[kind].toFixed(1)} kB ${kind}, over ${BUDGET[kind]} kB`)

/** A chunk and all that it imports at once. */
function reached(graph, start, found = new Set()) {
  if (found.has(start)) return found
  found.add(start)
  for (const next of graph[start].imports) reached(graph, next, found)
  return found
}

const stylesOf = (chunks, graph) => new Set([...chunks].flatMap((name) => graph[name].styles))

function misplaced(graph, starts) {
  return Object.entries(ONLY_WHERE_USED).flatMap(([what, pattern]) =>
    starts
      .filter((start) =>
        [...reached(graph, start)].some((name) =>
          graph[name].packages.some((it) => pattern.test(it)),
        ),
      )
      .map((start) => `${graph[start].source ?? start}: brings its ${what} before they are used`),
  )
}

function main() {
  const graph = JSON.parse(readFileSync(path.join(root, '.cache', 'web-graph.json'), 'utf8'))
  const gzip = (file) => statSync(path.join(root, 'web', 'dist', `${file}.gz`)).size
  const { whole, pages, over } = weigh(graph, gzip)
  const kB = (size) => size.toFixed(1)
  console.log(`First load: ${kB(whole.scripts)} kB of scripts, ${kB(whole.styles)} kB of styles`)
  console.log('     own  opened  styles  kB, gzip, beside the first load')
  for (const { name, own, opened, styles } of pages)
    console.log(`${[own, opened, styles].map((it) => kB(it).padStart(8)).join('')}  ${name}`)
  for (const line of over) console.log(`OVER  ${line}`)
  process.exitCode = over.length === 0 ? 0 : 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main()
