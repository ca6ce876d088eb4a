import { sql, type Expression, type SqlBool } from 'kysely'
import type { MediaListQuery } from '../../../../contract/platform/media.ts'
import type { Page } from '../../../../contract/paging.ts'
import type { Db } from '../../../db/database.ts'
import { keysetPage, type Order } from '../../../db/keyset.ts'
import { mediaRows, usesOf, type MediaRow } from './media.queries.ts'

type Row = MediaRow & { titleKey: string }

const titleKey = sql<string>`lower(m.title) collate "C"`
const id = { column: 'm.media_id', type: 'int', of: (row: Row) => row.mediaId } as const
const ORDERS: Record<MediaListQuery['sort'], Order<Row>> = {
  newest: { name: 'newest', direction: 'desc', key: [id] },
  oldest: { name: 'oldest', direction: 'asc', key: [id] },
  title: {
    name: 'title',
    direction: 'asc',
    key: [{ column: titleKey, type: 'text', of: (row) => row.titleKey }, id],
  },
}

/** A page of the gallery. A search reads titles one by one: a gallery has thousands, not millions. */
export async function mediaPage(db: Db, filters: MediaListQuery): Promise<Page<MediaRow>> {
  const query = mediaRows(db)
    .select(titleKey.as('titleKey'))
    .where((where) => where.and(conditionsOf(filters)))
  return keysetPage(db, query, ORDERS[filters.sort], filters)
}

function conditionsOf({ q, kind, tag, used }: MediaListQuery): Expression<SqlBool>[] {
  const conditions: Expression<SqlBool>[] = []
  if (q) {
    const sought = sql`lower(cast(${q} as text))`
    conditions.push(sql`(position(${sought} in lower(m.title)) > 0
      or exists (select from unnest(m.tags) as tag where position(${sought} in tag) > 0))`)
  }
  if (kind) conditions.push(sql`m.kind = any(cast(${kind} as text[]))`)
  if (tag) conditions.push(sql`m.tags && cast(${tag} as text[])`)
  if (used) conditions.push(used === 'yes' ? sql`${usesOf} > 0` : sql`${usesOf} = 0`)
  return conditions
}
