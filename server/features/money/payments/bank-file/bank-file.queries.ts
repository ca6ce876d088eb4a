import { sql, type Insertable, type RawBuilder } from 'kysely'
import { PAYMENT_STATES } from '../../../../../contract/money/payment-states.ts'
import { number, type Db, type Tx } from '../../../../db/database.ts'
import { lookedUpPage, type Order } from '../../../../db/keyset.ts'
import type { Database } from '../../../../db/schema.ts'

/** One file at a time is made; the second waits for the first. */
export async function lockMaking(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(4712, 2)`.execute(tx)
}

export type Queued = {
  paymentId: string
  redemptionId: string
  memberId: number
  /** The redemption's number. */
  number: string
}

/** What is queued for the bank, the oldest first. */
export async function queuedForBank(tx: Tx, limit: number): Promise<Queued[]> {
  const { rows } = await sql<Queued>`
    select p.payment_id as "paymentId", p.redemption_id as "redemptionId",
      p.member_id as "memberId", r.number
    from payment p join redemption r using (redemption_id)
    where p.state = 'queued' and p.provider = 'bank-file'
    order by p.payment_id limit ${limit}`.execute(tx)
  return rows
}

/** The sum of all that is queued for the bank. */
export async function queuedTotal(tx: Tx): Promise<number> {
  const { rows } = await sql<{ paise: number }>`
    select coalesce(sum(gross_paise), 0)::float8 as paise from payment
    where state = 'queued' and provider = 'bank-file'`.execute(tx)
  return rows[0]?.paise ?? 0
}

/** Locks many redemptions, then their members, each kind in the order of its ids: so no two wait for each other. */
export async function lockInOrder(
  tx: Tx,
  { redemptionIds, memberIds }: { redemptionIds: string[]; memberIds: number[] },
): Promise<void> {
  await sql`select from redemption where redemption_id = any(${redemptionIds}::bigint[])
    order by redemption_id for update`.execute(tx)
  await sql`select from member where member_id = any(${memberIds}::int[])
    order by member_id for no key update`.execute(tx)
}

export async function nextFileNumber(tx: Tx): Promise<string> {
  const { rows } = await sql<{ number: string }>`
    select 'BF' || nextval('bank_file_number') as number`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('The sequence of bank file numbers gave nothing.')
  return row.number
}

/** False where another process made the same id in the same millisecond: then it takes another one. */
export async function insertFile(tx: Tx, row: Insertable<Database['bank_file']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('bank_file')
    .values(row)
    .onConflict((conflict) => conflict.column('bank_file_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function setSums(
  tx: Tx,
  fileId: string,
  { payments, totalPaise }: { payments: number; totalPaise: number },
): Promise<void> {
  await tx
    .updateTable('bank_file')
    .set({ payments, total_paise: totalPaise })
    .where('bank_file_id', '=', fileId)
    .execute()
}

export async function deleteFile(tx: Tx, fileId: string): Promise<void> {
  await tx.deleteFrom('bank_file').where('bank_file_id', '=', fileId).execute()
}

/** What is not paid yet, or never will be: of a file that is done, few. */
const UNPAID = sql.join(
  PAYMENT_STATES.filter((state) => state !== 'processed' && state !== 'reversed').map(sql.lit),
)

function fileRows(db: Db | Tx) {
  const ofFile = (condition: RawBuilder<unknown>) => sql<number>`(select count(*)::int
    from payment p where p.bank_file_id = b.bank_file_id and ${condition})`
  return db
    .selectFrom('bank_file as b')
    .innerJoin('staff', 'staff.staff_id', 'b.made_by')
    .select((select) => [
      'b.bank_file_id as bankFileId',
      'b.number',
      'b.made_at as madeAt',
      'staff.name as madeBy',
      'b.payments',
      number(select.ref('b.total_paise')).as('totalPaise'),
      sql<number>`b.payments - ${ofFile(sql`p.state in (${UNPAID})`)}`.as('processed'),
      ofFile(sql`p.state = 'failed'`).as('failed'),
      'b.downloads',
      sql<boolean>`exists (select from payment p
        where p.bank_file_id = b.bank_file_id and p.sealed is not null)`.as('downloadable'),
    ])
}
export type FoundFile = Awaited<ReturnType<ReturnType<typeof fileRows>['executeTakeFirstOrThrow']>>

const NEWEST: Order<FoundFile> = {
  name: 'newest',
  direction: 'desc',
  key: [
    { column: 'b.made_at', type: 'timestamptz', of: ({ madeAt }) => madeAt },
    { column: 'b.bank_file_id', type: 'bigint', of: ({ bankFileId }) => bankFileId },
  ],
}

export async function filePage(db: Db, place: Parameters<typeof lookedUpPage>[3]) {
  const query = db.selectFrom('bank_file as b').selectAll('b')
  return lookedUpPage(db, [{ query, rows: fileRows(db), plan: 'bank files' }], NEWEST, place)
}

export async function fileById(db: Db | Tx, fileId: string) {
  return fileRows(db).where('b.bank_file_id', '=', fileId).executeTakeFirst()
}

/** The file, locked: its downloads are counted one after the other. */
export async function lockFile(tx: Tx, fileId: string) {
  return tx
    .selectFrom('bank_file')
    .select(['bank_file_id as bankFileId', 'number', 'downloads'])
    .where('bank_file_id', '=', fileId)
    .forUpdate()
    .executeTakeFirst()
}

export async function countDownload(tx: Tx, fileId: string): Promise<void> {
  await tx
    .updateTable('bank_file')
    .set((set) => ({ downloads: set('downloads', '+', 1) }))
    .where('bank_file_id', '=', fileId)
    .execute()
}

/** The sealed requests of a file that are not over, in the order of their numbers. */
export async function sealedOf(tx: Tx, fileId: string) {
  return tx
    .selectFrom('payment')
    .select(['payment_id as paymentId', 'sealed'])
    .where('bank_file_id', '=', fileId)
    .where('sealed', 'is not', null)
    .orderBy('payment_id')
    .execute()
}
