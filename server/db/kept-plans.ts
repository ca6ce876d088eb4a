import { sql, type RawBuilder } from 'kysely'
import type pg from 'pg'

const MARK = /^\s*(?:select |with )?\/\* plan: ([\w ,]{1,60}) \*\//

/**
 * Put first into a statement (or into its `select`): each connection then plans it once, under this
 * name, instead of each time, which takes longer than the answer where many tables are joined for the
 * rows of a page. For statements that look rows up by their keys, so that one plan is right for all
 * values; PostgreSQL still compares it with a plan for the values, and makes it again when a table was
 * analyzed. The text under a name must always be the same: the driver refuses another.
 */
export function keepPlan(name: string): RawBuilder<unknown> {
  return sql.raw(`/* plan: ${name} */`)
}

/** The name under which a statement is prepared; undefined where it is planned each time. */
export function planName(text: unknown): string | undefined {
  return typeof text === 'string' ? MARK.exec(text)?.[1] : undefined
}

/** From now on the client prepares the statements that are marked. */
export function keepPlansOf(client: pg.PoolClient): void {
  const query: unknown = Reflect.get(client, 'query')
  if (typeof query !== 'function') throw new TypeError('A client of the pool has no query.')
  Reflect.set(client, 'query', (text: unknown, values: unknown, ...rest: unknown[]) => {
    const name = planName(text)
    const asked = name === undefined ? [text, values, ...rest] : [{ name, text, values }, ...rest]
    return Reflect.apply(query, client, asked)
  })
}
