import { sql, type Insertable } from 'kysely'
import type { PaymentState } from '../../../../../contract/money/payment-states.ts'
import type { Db, Tx } from '../../../../db/database.ts'
import type { Database } from '../../../../db/schema.ts'
import type { GivenRow } from './bank-answer-rows.ts'

function answers(db: Db | Tx) {
  return db
    .selectFrom('bank_answer as a')
    .innerJoin('staff as sender', 'sender.staff_id', 'a.came_by')
    .leftJoin('staff as applier', 'applier.staff_id', 'a.applied_by')
    .select([
      'a.answer_id as answerId',
      'a.name',
      'a.came_at as cameAt',
      'sender.name as cameBy',
      'a.applied_at as appliedAt',
      'applier.name as appliedBy',
    ])
}

export async function answerById(db: Db | Tx, answerId: string) {
  return answers(db).where('a.answer_id', '=', answerId).executeTakeFirst()
}

/** The answer that is this very file. */
export async function answerOfFile(db: Db | Tx, digest: Buffer): Promise<string | null> {
  const row = await db
    .selectFrom('bank_answer')
    .select('answer_id as answerId')
    .where('digest', '=', digest)
    .executeTakeFirst()
  return row?.answerId ?? null
}

/** False where the same file came at the same moment, or the id is taken. */
export async function insertAnswer(
  tx: Tx,
  row: Insertable<Database['bank_answer']>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('bank_answer')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Writes all rows in one statement, however many there are. */
export async function insertRows(
  tx: Tx,
  answerId: string,
  rows: readonly GivenRow[],
): Promise<void> {
  await sql`insert into bank_answer_row
      (answer_id, line, reference, amount, status, utr, reason, day, payment_id)
    select ${answerId}::bigint, g.line, g.reference, g.amount, g.status, g.utr, g.reason, g.day,
      p.payment_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as g (line int, reference text, amount text, status text, utr text, reason text, day text)
    left join payment p on p.number = g.reference`.execute(tx)
}

export type FoundRow = GivenRow & {
  applied: 'pay' | 'fail' | 'reverse' | null
  paymentId: string | null
  number: string | null
  state: PaymentState | null
  netPaise: number | null
  paymentUtr: string | null
  /** Another payment that carries the row's UTR. */
  utrOf: string | null
  inBankFile: boolean
  redemptionId: string | null
  memberName: string | null
}

/** The rows of an answer, each with its payment as it stands; of one line, only that. */
export async function rowsOf(db: Db | Tx, answerId: string, line?: number): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`
    select a.line, a.reference, a.amount, a.status, a.utr, a.reason, a.day, a.applied,
      p.payment_id as "paymentId", p.number, p.state, p.net_paise::float8 as "netPaise",
      p.utr as "paymentUtr", other.number as "utrOf",
      coalesce(p.bank_file_id is not null, false) as "inBankFile",
      p.redemption_id as "redemptionId", m.name as "memberName"
    from bank_answer_row a
    left join payment p on p.number = a.reference
    left join member m on m.member_id = p.member_id
    left join payment other on other.utr = a.utr and other.payment_id is distinct from p.payment_id
    where a.answer_id = ${answerId} and ${line === undefined ? sql`true` : sql`a.line = ${line}`}
    order by a.line`.execute(db)
  return rows
}

export async function setApplied(
  tx: Tx,
  answerId: string,
  line: number,
  applied: string,
): Promise<void> {
  await tx
    .updateTable('bank_answer_row')
    .set({ applied })
    .where('answer_id', '=', answerId)
    .where('line', '=', line)
    .execute()
}

/** False where somebody else finished it meanwhile. */
export async function finishAnswer(
  tx: Tx,
  answerId: string,
  { staffId, at }: { staffId: number; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('bank_answer')
    .set({ applied_at: at, applied_by: staffId })
    .where('answer_id', '=', answerId)
    .where('applied_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
