import { expect } from 'vitest'

type Page = { names: string[]; next: string | null; previous: string | null }
type Walked = {
  sort: 'newest' | 'oldest'
  limit: number
  pageOf: (query: Record<string, unknown>) => Promise<Page>
  /** Puts one more row in, newer than all before it. */
  arrive: () => Promise<void>
  /** The whole list in its order, done in plain JavaScript. */
  names: () => string[]
}

/**
 * Walks a list to its end and back to its beginning while a row arrives between any two pages: the
 * pages joined must miss none of the rows that stand where it walks, and repeat none.
 */
export async function walkWhileRowsArrive({
  sort,
  limit,
  pageOf,
  arrive,
  names,
}: Walked): Promise<void> {
  const before = names()
  const forward: string[] = []
  let page = await pageOf({ sort, limit })
  for (;;) {
    forward.push(...page.names)
    if (!page.next) break
    await arrive()
    page = await pageOf({ sort, limit, after: page.next })
  }
  // Going forward by the newest first, what arrives stands before the beginning; else at the end.
  expect(forward).toEqual(sort === 'newest' ? before : names())
  const backward = [...page.names]
  while (page.previous) {
    await arrive()
    page = await pageOf({ sort, limit, before: page.previous })
    backward.unshift(...page.names)
  }
  const all = names()
  const last = backward.at(-1) ?? ''
  expect(backward).toEqual(sort === 'newest' ? all : all.slice(0, all.indexOf(last) + 1))
}
