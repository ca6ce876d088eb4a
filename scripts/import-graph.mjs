// Which file of the project imports which, read from the text of the imports: types and lazy ones too.
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { root } from './ensure.mjs'

const FOLDERS = ['contract', 'server', 'web', 'simulator', 'lab', 'e2e', 'scripts']

const CODE = /\.(ts|tsx|mjs)$/
const IMPORT = /(?:\bfrom|\bimport|\bimport\()\s*['"](\.{1,2}\/[^'"?]+)['"]/g

/** Each source file with the files that it imports, as paths from the root of the project. */
export function importGraph() {
  const files = new Set(FOLDERS.flatMap(codeFiles))
  return new Map([...files].map((file) => [file, importsOf(file).filter((to) => files.has(to))]))
}

function codeFiles(folder) {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && CODE.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((file) => !/(^|\/)(node_modules|dist)\//.test(file))
}

function importsOf(file) {
  const text = readFileSync(path.join(root, file), 'utf8')
  const named = [...text.matchAll(IMPORT)].map(([, to]) => path.join(path.dirname(file), to))
  return [...new Set(named)]
}

/** The files that import one of these, directly or through others, each with the fewest steps to it. */
export function reachedFrom(graph, files) {
  const importers = new Map()
  for (const [file, imports] of graph) {
    for (const target of imports) importers.set(target, [...(importers.get(target) ?? []), file])
  }
  const steps = new Map(files.map((file) => [file, 0]))
  // A map gives what is added to it meanwhile, so this goes on breadth first.
  for (const [file, step] of steps) {
    for (const next of importers.get(file) ?? []) {
      if (!steps.has(next)) steps.set(next, step + 1)
    }
  }
  return steps
}

/**
 * The groups of files that import each other in a circle: the strongly connected components of more
 * than one file, and files that import themselves. Tarjan's algorithm.
 */
export function circlesOf(graph) {
  const order = new Map()
  const lowest = new Map()
  const stack = []
  const circles = []
  const visit = (file) => {
    order.set(file, order.size)
    lowest.set(file, order.get(file))
    stack.push(file)
    for (const to of graph.get(file) ?? []) {
      if (!order.has(to)) visit(to)
      // One that is off the stack belongs to a group that is closed.
      if (stack.includes(to)) lowest.set(file, Math.min(lowest.get(file), lowest.get(to)))
    }
    if (lowest.get(file) !== order.get(file)) return
    const group = stack.splice(stack.indexOf(file))
    if (group.length > 1 || graph.get(file)?.includes(file)) circles.push(group.toSorted())
  }
  for (const file of graph.keys()) if (!order.has(file)) visit(file)
  return circles
}
