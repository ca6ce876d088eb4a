// Makes web/features/insight/dashboard/india-map.ts of @svg-maps/india: the same shapes with their points
// moved to a grid, a fifth of the size. Run it by hand when the package changes.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import map from '@svg-maps/india'

/** In units of the map, which is shown smaller than it is drawn: no difference can be seen. */
const GRID = 0.5
const TARGET = path.join(import.meta.dirname, '../web/features/insight/dashboard/india-map.ts')

/** The map's letters where ISO 3166-2:IN, which contract/india.ts uses, has other ones. */
const ISO = { ct: 'CG', or: 'OD', tg: 'TS', ut: 'UK', dn: 'DH', dd: 'DH' }

/** The closed rings of a path that holds only `m`, `l`, `h`, `v` and `z`, relative or not. */
function ringsOf(d) {
  const rings = []
  let [x, y, command] = [0, 0, 'm']
  const tokens = d.match(/[a-zA-Z]|-?[\d.]+(?:e-?\d+)?/g) ?? []
  for (let at = 0; at < tokens.length;) {
    if (/^[a-zA-Z]$/.test(tokens[at])) command = tokens[at++]
    if (/z/i.test(command)) {
      ;[x, y] = rings.at(-1)[0]
      continue
    }
    if (!/[mlhv]/i.test(command)) throw new Error(`The command ${command} is not known.`)
    const relative = command === command.toLowerCase()
    const kind = command.toLowerCase()
    const dx = kind === 'v' ? null : Number(tokens[at++])
    const dy = kind === 'h' ? null : Number(tokens[at++])
    x = dx === null ? x : relative ? x + dx : dx
    y = dy === null ? y : relative ? y + dy : dy
    if (kind === 'm') {
      rings.push([])
      command = relative ? 'l' : 'L'
    }
    rings.at(-1).push([x, y])
  }
  return rings
}

const snap = (value) => Math.round(value / GRID)

/** Points on the grid, without those that repeat one another or lie on a straight line. */
function simplified(ring) {
  const points = ring
    .map(([x, y]) => [snap(x), snap(y)])
    .filter(([x, y], index, all) => {
      const [px, py] = all.at(index - 1)
      return all.length === 1 || x !== px || y !== py
    })
  return points.filter(([x, y], index, all) => {
    const [px, py] = all.at(index - 1)
    const [nx, ny] = all[(index + 1) % all.length]
    return (x - px) * (ny - y) !== (nx - x) * (y - py)
  })
}

/** Relative steps in units of the grid: short numbers. */
function pathOf(rings) {
  let [x, y] = [0, 0]
  return rings
    .map((ring) => {
      const steps = ring.map(([nx, ny]) => {
        const step = `${nx - x},${ny - y}`
        ;[x, y] = [nx, ny]
        return step
      })
      ;[x, y] = ring[0]
      return `m${steps.join(' ').replaceAll(',-', '-').replaceAll(' -', '-')}z`
    })
    .join('')
}

const paths = new Map()
for (const { id, path: d } of map.locations) {
  const iso = ISO[id] ?? id.toUpperCase()
  const rings = ringsOf(d)
  const kept = rings.map(simplified).filter((ring) => ring.length > 2)
  // A place that is smaller than the grid stays, as a square.
  if (kept.length === 0) {
    const [x, y] = rings[0][0].map(snap)
    kept.push([
      [x, y],
      [x + 2, y],
      [x + 2, y + 2],
      [x, y + 2],
    ])
  }
  const before = paths.get(iso)
  paths.set(iso, before ? [...before, ...kept] : kept)
}

const [, , width, height] = map.viewBox.split(' ').map(Number)
const shapes = [...paths].map(([iso, rings]) => `  { iso: '${iso}', d: '${pathOf(rings)}' },`)
writeFileSync(
  TARGET,
  `/**
 * The states and union territories of India by their ISO 3166-2:IN letters. Made by
 * scripts/make-india-map.mjs of @svg-maps/india 2.0.0 by Victor Cazanave, after MapSVG
 * (https://mapsvg.com/maps/india), CC BY 4.0; changed: points moved to a grid.
 */
export const INDIA_VIEW_BOX = '0 0 ${width / GRID} ${height / GRID}'

export const INDIA_SHAPES: readonly { iso: string; d: string }[] = [
${shapes.join('\n')}
]
`,
)
