import { expect, test } from 'vitest'
import { selectedOf, pagesOf, type ReadPage } from './list-pages.ts'

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

test('every row is given, once and in the order of the list, however many pages it takes', async () => {
  for (const count of [0, 1, 199, 200, 201, 900]) {
    const ids = await idsOf(pagesOf(listOf(rowsTo(count)), 10_000))
    expect(ids).toEqual(rowsTo(count).map(({ id }) => id))
  }
})

test('a list that outgrows a file fails, and is not cut short unsaid', async () => {
  const pages = pagesOf(listOf(rowsTo(500)), 499)
  await expect(idsOf(pages)).rejects.toThrow('grown too long')
  expect(await idsOf(pagesOf(listOf(rowsTo(500)), 500))).toHaveLength(500)
})

test('the walk for selected rows ends with the last of them', async () => {
  let pages = 0
  const read = listOf(rowsTo(2_000), () => pages++)
  const selected = ['r250', 'r3', 'r3']
  const found = await selectedOf(pagesOf(read, 9_999), { idOf, selected })
  expect(found.map(idOf)).toEqual(['r3', 'r250'])
  expect(pages).toBe(2)
})
