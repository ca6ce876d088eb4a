import { sql, type Insertable, type Updateable } from 'kysely'
import { number, type Db, type Tx } from '../../../db/database.ts'
import type { Database } from '../../../db/schema.ts'
import { isSealed, sealRow } from '../../platform/chain/index.ts'

/**
 * The payment, locked to the end of the transaction. Its redemption is locked before it, and its
 * member where needed; the tax of a person, gifts, accounts and the audit trail come after it.
 */
export async function lockPayment(tx: Tx, paymentId: string) {
  return tx
    .selectFrom('payment')
    .select((select) => [
      'payment_id as paymentId',
      'number',
      'redemption_id as redemptionId',
      'attempt',
      'member_id as memberId',
      'provider',
      'kind',
      'mode',
      'state',
      'idempotency_key as idempotencyKey',
      number(select.ref('gross_paise')).as('grossPaise'),
      sql<number | null>`net_paise::float8`.as('netPaise'),
      'destination',
      'destination_digest as destinationDigest',
      'sealed',
      'provider_id as providerId',
      'provider_state as providerState',
      'utr',
      'bank_file_id as bankFileId',
      'initiated_by as initiatedBy',
      'tried_at as triedAt',
      'tries',
      'next_poll_at as nextPollAt',
      'sent_at as sentAt',
      'processed_at as processedAt',
      'polls',
    ])
    .where('payment_id', '=', paymentId)
    .forUpdate()
    .executeTakeFirst()
}
/** Money is paise; `netPaise` is null until it is sent. */
export type LockedPayment = NonNullable<Awaited<ReturnType<typeof lockPayment>>>

export async function redemptionOf(db: Db | Tx, paymentId: string): Promise<string | null> {
  const row = await db
    .selectFrom('payment')
    .select('redemption_id as redemptionId')
    .where('payment_id', '=', paymentId)
    .executeTakeFirst()
  return row?.redemptionId ?? null
}

/** The payment that a provider means: by its own id, else by our number. */
export async function paymentNamed(
  tx: Tx,
  { provider, providerId, number: told }: Named,
): Promise<string | null> {
  const { rows } = await sql<{ paymentId: string }>`
    select payment_id as "paymentId" from (
      select payment_id, 0 as rank from payment
        where provider = ${provider} and provider_id = ${providerId}
      union all
      select payment_id, 1 from payment where provider = ${provider} and number = ${told}
    ) found order by rank limit 1`.execute(tx)
  return rows[0]?.paymentId ?? null
}
export type Named = {
  provider: Database['payment']['provider']
  providerId: string | null
  number: string | null
}

/** Another payment that carries this UTR. */
export async function otherWithUtr(tx: Tx, utr: string, paymentId: string) {
  // Who learns the same UTR at this moment is waited for, and then seen.
  await sql`select pg_advisory_xact_lock(hashtextextended('utr:' || ${utr}, 0))`.execute(tx)
  return tx
    .selectFrom('payment')
    .select('number')
    .where('utr', '=', utr)
    .where('payment_id', '<>', paymentId)
    .executeTakeFirst()
}

/** The last attempt at a redemption, over or not. */
export async function lastPayment(tx: Tx, redemptionId: string) {
  return tx
    .selectFrom('payment')
    .select(['payment_id as paymentId', 'number', 'attempt', 'state'])
    .where('redemption_id', '=', redemptionId)
    .orderBy('attempt', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Why the last attempt at a redemption failed or came back; null where none did or nobody said. */
export async function lastFailureOf(tx: Tx, redemptionId: string) {
  const row = await tx
    .selectFrom('payment')
    .select('failure_code as failureCode')
    .where('redemption_id', '=', redemptionId)
    .where('state', 'in', ['failed', 'reversed'])
    .orderBy('attempt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.failureCode ?? null
}

/** The attempt at a redemption that waits in the queue. */
export async function queuedOf(tx: Tx, redemptionId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('payment')
    .select('payment_id as paymentId')
    .where('redemption_id', '=', redemptionId)
    .where('state', '=', 'queued')
    .executeTakeFirst()
  return row?.paymentId ?? null
}

export async function nextNumber(tx: Tx): Promise<string> {
  const { rows } = await sql<{ number: string }>`
    select 'PY' || nextval('payment_number') as number`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('The sequence of payment numbers gave nothing.')
  return row.number
}

/** False where another process made the same id in the same millisecond: then it takes another one. */
export async function insertPayment(
  tx: Tx,
  row: Insertable<Database['payment']>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('payment')
    .values(row)
    .onConflict((conflict) => conflict.column('payment_id').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) return false
  sealRow(tx, 'payment', row.payment_id)
  return true
}

export async function updatePayment(
  tx: Tx,
  paymentId: string,
  changes: Updateable<Database['payment']>,
): Promise<void> {
  await tx.updateTable('payment').set(changes).where('payment_id', '=', paymentId).execute()
  // What only tells of tries and questions is not sealed.
  if (Object.keys(changes).some((column) => isSealed('payment', column))) {
    sealRow(tx, 'payment', paymentId)
  }
}

export async function insertEvent(
  tx: Tx,
  event: Insertable<Database['payment_event']>,
): Promise<void> {
  const { event_id } = await tx
    .insertInto('payment_event')
    .values(event)
    .returning('event_id')
    .executeTakeFirstOrThrow()
  sealRow(tx, 'payment_event', event_id)
}

/** Moves a redemption's destination to where an approved payment goes. */
export async function setDestination(
  tx: Tx,
  redemptionId: string,
  { destination, digest }: { destination: string; digest: Buffer },
): Promise<void> {
  await tx
    .updateTable('redemption')
    .set({ destination, destination_digest: digest })
    .where('redemption_id', '=', redemptionId)
    .execute()
  sealRow(tx, 'redemption', redemptionId)
}

/** Where a redemption's money goes, as it was requested or as another place was approved since. */
export async function destinationOf(tx: Tx, redemptionId: string) {
  return tx
    .selectFrom('redemption')
    .select(['destination as mask', 'destination_digest as digest'])
    .where('redemption_id', '=', redemptionId)
    .executeTakeFirstOrThrow()
}

/** What each of some redemptions is worth; what is not there is left out. */
export async function amountsOf(db: Db, redemptionIds: readonly string[]) {
  return db
    .selectFrom('redemption')
    .select((select) => [
      'redemption_id as redemptionId',
      'number',
      number(select.ref('amount_paise')).as('amountPaise'),
    ])
    .where('redemption_id', '=', sql<string>`any(${redemptionIds}::bigint[])`)
    .execute()
}
