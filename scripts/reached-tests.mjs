// Which tests a change reaches: the nearest ones by imports, and the browser tests of the pages it is on.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './ensure.mjs'
import { reachedFrom } from './import-graph.mjs'

/** More would take longer than the minute that a person waits; `npm test` runs them all. */
const MOST = { unit: 40, browser: 4 }
/** Walks every page, so it stands for a change that is on many of them. */
const EVERY_PAGE = 'e2e/every-page.spec.ts'
const PAGE = /'(\/[\w/-]+)': \(\) =>\s*import\('\.\/([\w/.-]+)'\)/g

/** The test files for a change, nearest first, and how many more it reaches. */
export function testsReachedBy(changed, graph) {
  const steps = reachedFrom(graph, changed)
  const near = [...steps].toSorted(([, a], [, b]) => a - b).map(([file]) => file)
  const unit = near.filter((file) => /\.test\.(ts|mjs)$/.test(file) && graph.has(file))
  const browser = browserTestsFor(near, graph, steps)
  return {
    unit: unit.slice(0, MOST.unit),
    browser: browser.slice(0, MOST.browser),
    left: Math.max(0, unit.length - MOST.unit) + Math.max(0, browser.length - MOST.browser),
  }
}

function browserTestsFor(near, graph, steps) {
  const specs = [...graph.keys()].filter((file) => file.endsWith('.spec.ts'))
  const own = near.filter((file) => specs.includes(file) && steps.get(file) <= 1)
  const pages = pagesReached(near)
  if (pages.length === 0) return own
  const named = specs.filter((spec) => pages.some((page) => textAround(spec, graph).includes(page)))
  // Half of the pages and more is no longer the change of a page.
  const some = named.length > specs.length / 2 ? [] : named
  return [...new Set([...own, EVERY_PAGE, ...some])]
}

/** The paths of the menu whose page is among these files. */
function pagesReached(files) {
  const text = readFileSync(path.join(root, 'web/pages.ts'), 'utf8')
  return [...text.matchAll(PAGE)]
    .filter(([, , file]) => files.includes(path.join('web', file)))
    .map(([, page]) => `${page}`)
}

/** A spec with the helpers beside it, which may be the ones that name the page. */
function textAround(spec, graph) {
  const helpers = graph.get(spec).filter((file) => file.startsWith('e2e/'))
  return [spec, ...helpers].map((file) => readFileSync(path.join(root, file), 'utf8')).join('\n')
}
