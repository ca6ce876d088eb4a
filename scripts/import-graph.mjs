import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

const CODE = /\.(ts|tsx|mjs)$/
const IMPORT = /(?:\bfrom|\bimport|\bimport\()\s*['"](\.{1,2}\/[^'"?]+)['"]/g

/** The code files under some folders of `root`, as paths from it. */
export function codeFiles(root, folders) {
  return folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && CODE.test(entry.name))
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))),
  )
}

/** Which of the files each imports: values and types, at once and later. */
export function importGraph(root, files) {
  const known = new Set(files)
  return new Map(
    files.map((file) => {
      const text = readFileSync(path.join(root, file), 'utf8')
      const named = [...text.matchAll(IMPORT)].map(([, to]) =>
        path.normalize(path.join(path.dirname(file), to)),
      )
      return [file, [...new Set(named)].filter((to) => known.has(to))]
    }),
  )
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
