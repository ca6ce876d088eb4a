import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

export async function plants(db: Db) {
  return db
    .selectFrom('plant')
    .select(['plant_id as plantId', 'code', 'name', 'state'])
    .orderBy('name')
    .orderBy('plant_id')
    .execute()
}

export async function products(db: Db) {
  return db
    .selectFrom('product')
    .select(['product_id as productId', 'code', 'name', 'points', 'gtin'])
    .orderBy('name')
    .orderBy('product_id')
    .execute()
}

export async function distributors(db: Db) {
  return db
    .selectFrom('distributor')
    .select([
      'distributor_id as distributorId',
      'code',
      'name',
      'state',
      sql<boolean>`left_at is not null`.as('left'),
    ])
    .orderBy('name')
    .orderBy('distributor_id')
    .execute()
}
