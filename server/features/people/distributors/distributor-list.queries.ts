import { sql, type Expression, type SqlBool } from 'kysely'
import type {
  DistributorListQuery,
  DistributorRow,
} from '../../../../contract/people/distributors.ts'
import type { Page } from '../../../../contract/paging.ts'
import type { Db } from '../../../db/database.ts'
import { isOneOf } from '../../../db/id-range.ts'
import { keysetPage, type Order } from '../../../db/keyset.ts'
import { distributorsOf, toRow, type FoundDistributor } from './distributors.queries.ts'

type Row = FoundDistributor & { nameKey: string }

const nameKey = sql<string>`lower(d.name) collate "C"`
const id = { column: 'd.distributor_id', type: 'int', of: (row: Row) => row.distributorId } as const
const ORDERS: Record<DistributorListQuery['sort'], Order<Row>> = {
  newest: { name: 'newest', direction: 'desc', key: [id] },
  oldest: { name: 'oldest', direction: 'asc', key: [id] },
  name: {
    name: 'name',
    direction: 'asc',
    key: [{ column: nameKey, type: 'text', of: (row) => row.nameKey }, id],
  },
  code: {
    name: 'code',
    direction: 'asc',
    key: [{ column: 'd.code', type: 'text', of: (row) => row.code }],
  },
}

/** What a search may mean: a whole code, mobile or GSTIN, or the start of a name. */
export type Sought = {
  code: string
  mobile: string | null
  gstin: Buffer | null
  name: string
} | null

export async function distributorPage(
  db: Db,
  filters: DistributorListQuery,
  sought: Sought,
): Promise<Page<DistributorRow>> {
  const query = distributorsOf(db)
    .select(nameKey.as('nameKey'))
    .where((where) => where.and(conditionsOf(filters, sought)))
  const page = await keysetPage(db, query, ORDERS[filters.sort], filters)
  return { ...page, items: page.items.map(({ nameKey: _nameKey, ...row }) => toRow(row)) }
}

function conditionsOf(
  { region, status, lacks }: DistributorListQuery,
  sought: Sought,
): Expression<SqlBool>[] {
  const conditions: Expression<SqlBool>[] = []
  if (sought) conditions.push(isSought(sought))
  if (region) conditions.push(isOneOf('d.state', region))
  if (status?.every((one) => one === 'active')) conditions.push(sql`d.left_at is null`)
  if (status?.every((one) => one === 'deactivated')) conditions.push(sql`d.left_at is not null`)
  if (lacks === 'mobile') conditions.push(sql`d.mobile is null`)
  else if (lacks) {
    conditions.push(sql`not exists (select from distributor_identity i
      where i.distributor_id = d.distributor_id and i.field = ${lacks})`)
  }
  return conditions
}

/** Each of the four is found by an index of its own. */
function isSought({ code, mobile, gstin, name }: NonNullable<Sought>): Expression<SqlBool> {
  // Between the beginning itself and the beginning followed by the last of all characters.
  const begins = sql`lower(cast(${name} as text))`
  return sql`d.distributor_id in (
    select distributor_id from distributor where code = ${code} or mobile = ${mobile}
    union all
    select distributor_id from distributor_identity where field = 'gstin' and digest = ${gstin}
    union all
    select distributor_id from distributor
      where lower(name) collate "C" >= ${begins}
      and lower(name) collate "C" < ${begins} || ${'\u{10FFFF}'})`
}
