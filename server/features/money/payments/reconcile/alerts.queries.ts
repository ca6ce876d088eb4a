import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import type { PAYMENT_ALERTS } from '../../../../../contract/money/payment-alerts.ts'
import { number, type Db, type Tx } from '../../../../db/database.ts'
import { keepPlan } from '../../../../db/kept-plans.ts'
import { keysetPage, type Order } from '../../../../db/keyset.ts'
import type { Database } from '../../../../db/schema.ts'

export type AlertKind = (typeof PAYMENT_ALERTS)[number]

/** Tells a finding; while the same one is open it is not told again. */
/** False where the same finding waits for a person already. */
export async function insertAlert(
  tx: Tx,
  alert: Omit<Insertable<Database['payment_alert']>, 'resolved_at' | 'resolved_by' | 'note'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('payment_alert')
    .values({ ...alert, resolved_at: null, resolved_by: null, note: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Findings about a redemption that wait for a person. */
export async function countOpen(db: Db | Tx, redemptionId: string): Promise<number> {
  const { count } = await db
    .selectFrom('payment_alert')
    .select((select) => number(select.fn.countAll()).as('count'))
    .where('redemption_id', '=', redemptionId)
    .where('resolved_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

function alertRows(db: Db | Tx) {
  return db
    .selectFrom('payment_alert as a')
    .leftJoin('payment as p', 'p.payment_id', 'a.payment_id')
    .leftJoin('staff', 'staff.staff_id', 'a.resolved_by')
    .select([
      'a.alert_id as alertId',
      'a.kind',
      'a.at',
      'a.words',
      'a.redemption_id as redemptionId',
      'p.number as paymentNumber',
      'a.provider',
      'a.provider_id as providerId',
      'a.resolved_at as resolvedAt',
      'staff.name as resolvedBy',
      'a.note',
    ])
}
export type FoundAlert = Awaited<
  ReturnType<ReturnType<typeof alertRows>['executeTakeFirstOrThrow']>
>

const NEWEST: Order<FoundAlert> = {
  name: 'newest',
  direction: 'desc',
  key: [
    { column: 'a.at', type: 'timestamptz', of: ({ at }) => at },
    { column: 'a.alert_id', type: 'bigint', of: ({ alertId }) => alertId },
  ],
}

type Place = Parameters<typeof keysetPage>[3]

export async function alertPage(db: Db, filters: Place & { open: 'yes' | 'no' }) {
  const rows = alertRows(db)
  const query = filters.open === 'yes' ? rows.where('a.resolved_at', 'is', null) : rows
  return keysetPage(db, query, NEWEST, filters)
}

export async function alertById(db: Db | Tx, alertId: string) {
  return alertRows(db).where('a.alert_id', '=', alertId).executeTakeFirst()
}

export async function lockAlert(tx: Tx, alertId: string) {
  return tx
    .selectFrom('payment_alert')
    .select(['alert_id as alertId', 'kind', 'words', 'resolved_at as resolvedAt'])
    .where('alert_id', '=', alertId)
    .forUpdate()
    .executeTakeFirst()
}

export async function resolve(
  tx: Tx,
  alertId: string,
  { staffId, note, at }: { staffId: number; note: string; at: Date },
): Promise<void> {
  await tx
    .updateTable('payment_alert')
    .set({ resolved_at: at, resolved_by: staffId, note })
    .where('alert_id', '=', alertId)
    .execute()
}

/** How many findings about each redemption wait; one without any is left out. */
export async function openByRedemption(
  db: Db | Tx,
  redemptionIds: readonly string[],
): Promise<Map<string, number>> {
  if (redemptionIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('payment_alert')
    .modifyFront(keepPlan('open alerts'))
    .select((select) => [
      sql<string>`redemption_id`.as('redemptionId'),
      number(select.fn.countAll()).as('count'),
    ])
    .where('redemption_id', '=', sql<string>`any(${redemptionIds}::bigint[])`)
    .where('resolved_at', 'is', null)
    .groupBy('redemption_id')
    .execute()
  return new Map(rows.map(({ redemptionId, count }) => [redemptionId, count]))
}
