// Which file of the project imports which, read from the text of the imports: types and lazy ones too.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './ensure.mjs'

const FOLDERS = ['contract', 'server', 'web', 'simulator', 'bench', 'e2e', 'scripts']
const IMPORT = /(?:\bfrom|\bimport|\bimport\()\s*'(\.{1,2}\/[^'?]+)/g

/** A map from each source file to the files that it imports, all relative to the project. */
export function importGraph() {
  return new Map(sourceFiles().map((file) => [file, importsOf(file)]))
}

function sourceFiles() {
  return FOLDERS.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true })
      .map((name) => path.join(folder, name))
      .filter((name) => /\.(ts|tsx|mjs)$/.test(name))
      .filter((name) => !/(^|\/)(node_modules|dist)\//.test(name)),
  )
}

function importsOf(file) {
  const text = readFileSync(path.join(root, file), 'utf8')
  return [...text.matchAll(IMPORT)].map(([, target]) => path.join(path.dirname(file), target))
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
