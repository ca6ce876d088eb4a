import { afterAll, expect, test, vi } from 'vitest'
import { LIST_DEFINITIONS } from '../contract/list-definitions.ts'
import type { ListDefinition } from '../contract/lists/define.ts'
import { LIST_TITLES, type ListName } from '../contract/lists.ts'

// Some modules of pages listen to the window as soon as they are there.
vi.hoisted(() => vi.stubGlobal('window', new EventTarget()))
afterAll(() => void vi.unstubAllGlobals())

type Source = { name: ListName; list: unknown }

const TEXTS = import.meta.glob<string>('./features/**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const MODULES = import.meta.glob<Record<string, Source>>('./features/**/*.{ts,tsx}')

/** The sources of lists that the pages declare, found in their text. */
async function sourcesOfPages(): Promise<Source[]> {
  const found = Object.entries(TEXTS).flatMap(([file, text]) =>
    [...text.matchAll(/export const (\w+) = listSource\(/g)].map(
      async ([, source = '']) => (await MODULES[file]?.())?.[source],
    ),
  )
  return (await Promise.all(found)).filter((source) => source !== undefined)
}

test('every list of the contract has a page, which shows its definition', async () => {
  const sources = await sourcesOfPages()
  expect(sources.map(({ name }) => name).toSorted()).toEqual(Object.keys(LIST_TITLES).toSorted())
  for (const { name, list } of sources) expect(list).toBe(LIST_DEFINITIONS[name])
})

test.each(Object.keys(LIST_TITLES))(
  '%s names each column once, and sorts by its orders',
  (name) => {
    const list: Pick<ListDefinition<never>, 'name' | 'columns' | 'query'> = LIST_DEFINITIONS[
      name as ListName
    ]
    expect(list.name).toBe(name)
    const keys = list.columns.map(({ key }) => key)
    expect(keys).toEqual([...new Set(keys)])
    const orders = list.query.orders.map(({ value }) => value)
    const sorted = list.columns.flatMap(({ sort }) => (sort ? Object.values(sort) : []))
    expect(orders).toEqual(expect.arrayContaining(sorted))
  },
)
