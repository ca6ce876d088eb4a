import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { pointsOn } from './product-points.ts'

const active = sql<boolean>`left_at is null`

export async function plants(db: Db) {
  return db
    .selectFrom('plant')
    .select(['plant_id as plantId', 'code', 'name', 'state', 'shifts', active.as('active')])
    .orderBy('name')
    .orderBy('plant_id')
    .execute()
}

/** Products with their points of a day. */
export async function products(db: Db, day: string) {
  return db
    .selectFrom('product as p')
    .select([
      'p.product_id as productId',
      'p.code',
      'p.name',
      pointsOn('p', day).as('points'),
      'p.gtin',
      active.as('active'),
    ])
    .orderBy('p.name')
    .orderBy('p.product_id')
    .execute()
}

export async function groups(db: Db) {
  return db
    .selectFrom('product_group')
    .select(['name', active.as('active')])
    .orderBy('name')
    .execute()
}

export async function territories(db: Db) {
  return db
    .selectFrom('territory')
    .select(['code', 'name', active.as('active')])
    .orderBy('name')
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
