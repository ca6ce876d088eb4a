import { number, type Db, type Tx } from '../../../db/database.ts'

/** As many of the newest as the page of a worker shows. */
const ACTS_SHOWN = 20

export async function countSessions(db: Db | Tx, staffId: number, now: Date): Promise<number> {
  const { sessions } = await db
    .selectFrom('session')
    .select((select) => number(select.fn.countAll()).as('sessions'))
    .where('staff_id', '=', staffId)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return sessions
}

export async function lastActs(db: Db | Tx, staffId: number) {
  return db
    .selectFrom('coupon_change as c')
    .innerJoin('coupon_batch as b', 'b.batch_id', 'c.batch_id')
    .innerJoin('product as p', 'p.product_id', 'b.product_id')
    .select([
      'c.occurred_at as occurredAt',
      'c.action',
      'c.batch_id as batchId',
      'p.name as productName',
      'c.from_serial as fromSerial',
      'c.to_serial as toSerial',
      'c.changed',
      'c.reason',
    ])
    .where('c.staff_id', '=', staffId)
    .where('c.action', 'in', ['activate', 'deactivate'])
    .orderBy('c.occurred_at', 'desc')
    .orderBy('c.change_id', 'desc')
    .limit(ACTS_SHOWN)
    .execute()
}
