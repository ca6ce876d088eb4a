import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

export type AskedQuery = { text: string; values: unknown[]; begun: number; ended: number }

const current = new AsyncLocalStorage<AskedQuery[]>()
/** Looked up with each request whatever it asks for, and together with those of other requests. */
const SESSION = /"?session"?/

/** From now on queries are noted for the work that asks them; undone by what it gives. */
export function noteQueries(): () => void {
  const original = Reflect.get(pg.Client.prototype, 'query')
  const noted = function (this: pg.Client, ...given: unknown[]): unknown {
    const asked: unknown = Reflect.apply(original, this, given)
    const notes = current.getStore()
    const query = queryOf(given)
    if (notes && query && asked instanceof Promise && !SESSION.test(query.text)) {
      const one = { ...query, begun: performance.now(), ended: 0 }
      notes.push(one)
      const end = () => {
        one.ended = performance.now()
      }
      asked.then(end, end)
    }
    return asked
  }
  Reflect.set(pg.Client.prototype, 'query', noted)
  return () => void Reflect.set(pg.Client.prototype, 'query', original)
}

/** What a client was asked: as a text with its values, or prepared under a name (kept-plans.ts). */
function queryOf([asked, values]: unknown[]): { text: string; values: unknown[] } | null {
  const isNamed = typeof asked === 'object' && asked !== null
  const text: unknown = isNamed ? Reflect.get(asked, 'text') : asked
  if (typeof text !== 'string') return null
  const given: unknown = isNamed ? Reflect.get(asked, 'values') : values
  return { text, values: Array.isArray(given) ? given : [] }
}

/** What `work` asked of the database, and how long at least one of its queries was out. */
export async function clocked<T>(
  work: () => Promise<T>,
): Promise<{ value: T; ms: number; queries: AskedQuery[] }> {
  const queries: AskedQuery[] = []
  // Awaited within: what `inject` gives begins its work only then.
  const value = await current.run(queries, async () => await work())
  return { value, ms: together(queries), queries }
}

/** The time covered by any of them: those that run side by side count once. */
function together(queries: readonly AskedQuery[]): number {
  let [covered, until] = [0, 0]
  for (const { begun, ended } of queries.toSorted((a, b) => a.begun - b.begun)) {
    const from = Math.max(begun, until)
    if (ended > from) covered += ended - from
    until = Math.max(until, ended)
  }
  return covered
}
