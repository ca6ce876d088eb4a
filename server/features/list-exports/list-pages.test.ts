import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chosenOf, pagesOf, type ReadPage } from './list-pages.ts'

type Row = { id: string; key: number }
const idOf = (row: unknown) => (row as Row).id

/** A list by key, as the database pages it; `between` is called after each page. */
function listOf(rows: Row[], between: () => void = () => {}): ReadPage {
  return async ({ limit, after }) => {
    const from = after === undefined ? -Infinity : Number(after)
    const found = rows.filter(({ key }) => key > from).toSorted((a, b) => a.key - b.key)
    const items = found.slice(0, limit)
    const next = found.length > limit ? String(items.at(-1)?.key) : null
    between()
    return { items, next, previous: null, count: null }
  }
}

const rowsTo = (count: number): Row[] =>
  Array.from({ length: count }, (_, key) => ({ id: `r${key}`, key }))

async function idsOf(pages: AsyncIterable<unknown[]>): Promise<string[]> {
  const ids: string[] = []
  for await (const rows of pages) ids.push(...rows.map(idOf))
  return ids
}

test('rows that come, and rows that move further down meanwhile, are given once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ move: fc.nat(900), come: fc.integer({ min: -5, max: 2000 }) })),
      async (changes) => {
        const rows = rowsTo(900)
        const turn = changes.values()
        const read = listOf(rows, () => {
          const { value } = turn.next()
          if (!value) return
          const moved = rows[value.move]
          if (moved) moved.key = 5_000 + value.move
          rows.push({ id: `new${value.come}`, key: value.come + 0.5 })
        })
        const ids = await idsOf(pagesOf(read, { idOf, most: 10_000 }))
        expect(new Set(ids).size).toBe(ids.length)
        for (const { id } of rowsTo(900)) expect(ids).toContain(id)
      },
    ),
    { numRuns: 30 },
  )
})

test('a list that outgrows a file fails, and is not cut short unsaid', async () => {
  const pages = pagesOf(listOf(rowsTo(500)), { idOf, most: 499 })
  await expect(idsOf(pages)).rejects.toThrow('grown too long')
  expect(await idsOf(pagesOf(listOf(rowsTo(500)), { idOf, most: 500 }))).toHaveLength(500)
})

test('the walk for chosen rows ends with the last of them', async () => {
  let pages = 0
  const read = listOf(rowsTo(2_000), () => pages++)
  const chosen = ['r250', 'r3', 'r3']
  const found = await chosenOf(pagesOf(read, { idOf, most: 9_999 }), { idOf, chosen })
  expect(found.map(idOf)).toEqual(['r3', 'r250'])
  expect(pages).toBe(2)
})
