// The rooms of the wings, and who imports whom.
import { importGraph } from './import-graph.mjs'
import { OF_TESTS, WINGS } from './wings.ts'

const FEATURE = /^(server|web)\/features\/([^/]+)\/([^/]+)\//
const ofTests = new RegExp(
  `/(${OF_TESTS.join('|').replaceAll('.', '\\.').replaceAll('*', '[^/]*')})\\.tsx?$`,
)

/** The wing and room of a product file, such as `server/money/payments`; null of a test and of what is in no room. */
export function roomOf(file) {
  const [, side, wing, room] = FEATURE.exec(file) ?? []
  return side && !ofTests.test(file) ? { side, wing, room, name: `${side}/${wing}/${room}` } : null
}

/** Each import from one room into another, as `{ file, target, from, to }`. */
export function importsBetweenRooms(graph = importGraph()) {
  const between = []
  for (const [file, imports] of graph) {
    const from = roomOf(file)
    for (const target of from ? imports : []) {
      const to = roomOf(target)
      if (to && to.name !== from.name) between.push({ file, target, from, to })
    }
  }
  return between
}

/** What is wrong with some imports between rooms, in words. */
export function brokenWalls(between) {
  return between.flatMap(({ file, target, from, to }) => {
    if (WINGS.indexOf(from.wing) < WINGS.indexOf(to.wing)) {
      return [`${file}: ${from.wing} may not import ${to.wing} (${target})`]
    }
    const isFace = from.side === 'web' || target.endsWith(`/${to.room}/index.ts`)
    return isFace ? [] : [`${file}: import ${to.room}/index.ts, not ${target}`]
  })
}

/** Each room with the rooms that it imports. */
export function roomGraph(between) {
  const graph = new Map()
  for (const { from, to } of between) {
    graph.set(from.name, [...new Set([...(graph.get(from.name) ?? []), to.name])])
    if (!graph.has(to.name)) graph.set(to.name, [])
  }
  return graph
}
