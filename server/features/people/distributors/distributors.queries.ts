import { sql, type ExpressionBuilder } from 'kysely'
import type { DistributorRow } from '../../../../contract/people/distributors.ts'
import { COUNT_LIMIT } from '../../../../contract/paging.ts'
import type { Database } from '../../../db/schema.ts'
import type { Db, Tx } from '../../../db/database.ts'
import type { FirmRow } from './distributor-onboarding.queries.ts'
import type { IdentityField } from './identity.ts'

type Of = ExpressionBuilder<Database & { d: Database['distributor'] }, 'd'>

// Looked up for the rows of a page alone, which a join would not promise.
const maskOf = (select: Of, field: IdentityField) =>
  select
    .selectFrom('distributor_identity as i')
    .select('i.masked')
    .whereRef('i.distributor_id', '=', 'd.distributor_id')
    .where('i.field', '=', field)

/** Distributors as lists show them. */
export function distributorsOf(db: Db | Tx) {
  return db.selectFrom('distributor as d').select((select) => [
    'd.distributor_id as distributorId',
    'd.code',
    'd.name',
    'd.state',
    'd.city',
    'd.territory',
    'd.contact_name as contactName',
    'd.mobile',
    'd.added_at as addedAt',
    'd.left_at as leftAt',
    maskOf(select, 'gstin').as('gstin'),
    maskOf(select, 'pan').as('pan'),
    sql<number>`(select count(*)::int from (select from member m
      where m.distributor_id = d.distributor_id limit ${COUNT_LIMIT + 1}) few)`.as('members'),
  ])
}
export type FoundDistributor = Awaited<
  ReturnType<ReturnType<typeof distributorsOf>['executeTakeFirstOrThrow']>
>

export function toRow({ addedAt, leftAt, ...row }: FoundDistributor): DistributorRow {
  return {
    ...row,
    status: leftAt === null ? 'active' : 'deactivated',
    addedAt: addedAt?.toISOString() ?? null,
  }
}

export async function distributorById(db: Db | Tx, distributorId: number) {
  const found = await distributorsOf(db)
    .select(['d.email', 'd.address', 'd.pincode', 'd.left_reason as leftReason', 'd.version'])
    .where('d.distributor_id', '=', distributorId)
    .executeTakeFirst()
  if (!found) return undefined
  const { email, address, pincode, leftReason, version, ...row } = found
  return { ...toRow(row), email, address, pincode, leftReason, version }
}

/** A distributor that stays as it is until the transaction ends. */
export async function lockDistributor(tx: Tx, distributorId: number) {
  return tx
    .selectFrom('distributor')
    .select([
      'code',
      'name',
      'state',
      'city',
      'territory',
      'contact_name as contactName',
      'mobile',
      'email',
      'address',
      'pincode',
      'left_at as leftAt',
    ])
    .where('distributor_id', '=', distributorId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function updateFirm(tx: Tx, distributorId: number, firm: FirmRow): Promise<void> {
  const { contactName, ...columns } = firm
  await tx
    .updateTable('distributor')
    .set({ ...columns, contact_name: contactName })
    .where('distributor_id', '=', distributorId)
    .execute()
}

export async function setLeft(
  tx: Tx,
  distributorId: number,
  left: { at: Date; reason: string } | null,
): Promise<void> {
  await tx
    .updateTable('distributor')
    .set({ left_at: left?.at ?? null, left_reason: left?.reason ?? null })
    .where('distributor_id', '=', distributorId)
    .execute()
}

/** Other distributors with the same PAN, at most ten. */
export async function othersWithPan(db: Db | Tx, distributorId: number) {
  return db
    .selectFrom('distributor_identity as own')
    .innerJoin('distributor_identity as other', (join) =>
      join.onRef('other.field', '=', 'own.field').onRef('other.digest', '=', 'own.digest'),
    )
    .innerJoin('distributor as d', 'd.distributor_id', 'other.distributor_id')
    .select(['d.distributor_id as distributorId', 'd.code', 'd.name'])
    .where('own.distributor_id', '=', distributorId)
    .where('own.field', '=', 'pan')
    .where('other.distributor_id', '<>', distributorId)
    .orderBy('d.code')
    .limit(10)
    .execute()
}

export async function sealedNumber(tx: Tx, distributorId: number, field: IdentityField) {
  return tx
    .selectFrom('distributor_identity')
    .select(['masked', 'sealed'])
    .where('distributor_id', '=', distributorId)
    .where('field', '=', field)
    .executeTakeFirst()
}
