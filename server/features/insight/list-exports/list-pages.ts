import type { Page } from '../../../../contract/paging.ts'
import { AppError } from '../../../lib/app-error.ts'

/** Rows read at once: the most that a list gives. */
const PAGE_ROWS = 200

type Place = { limit: number; after?: string; count?: 'yes'; countTo?: number }
export type ReadPage = (place: Place) => Promise<Page<unknown>>

/** How many rows there are, counted one beyond `limit`, with the fewest rows read. */
export async function countTo(read: ReadPage, limit: number): Promise<number> {
  const { count } = await read({ limit: 1, count: 'yes', countTo: limit + 1 })
  return count ?? 0
}

/**
 * The rows of a list from its beginning, a page at a time. `read` sees one moment of the database, so
 * that no row moves between two pages. Beyond `most` rows it fails rather than leave any out unsaid.
 */
export async function* pagesOf(read: ReadPage, most: number): AsyncGenerator<unknown[]> {
  let count = 0
  let after: string | null | undefined
  while (after !== null) {
    const page: Page<unknown> = await read({ limit: PAGE_ROWS, ...(after && { after }) })
    count += page.items.length
    if (count > most) throw new AppError('conflict', 'The list has grown too long for a file.')
    yield page.items
    after = page.next
  }
}

/** The chosen rows in the order of the list; those that it does not have are named in a refusal. */
export async function selectedOf(
  pages: AsyncIterable<unknown[]>,
  { idOf, selected }: { idOf: (row: unknown) => string; selected: readonly string[] },
): Promise<unknown[]> {
  const missing = new Set(selected)
  const found: unknown[] = []
  for await (const rows of pages) {
    found.push(...rows.filter((row) => missing.delete(idOf(row))))
    if (missing.size === 0) return found
  }
  const words = missing.size === 1 ? 'One selected row is' : `${missing.size} selected rows are`
  throw new AppError(
    'conflict',
    `${words} not in this list with its filters any more. Choose again and export then.`,
  )
}
