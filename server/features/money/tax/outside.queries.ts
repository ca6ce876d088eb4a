import { sql, type Insertable } from 'kysely'
import { number, type Db, type Tx } from '../../../db/database.ts'
import { keysetPage, type Order } from '../../../db/keyset.ts'
import type { Database } from '../../../db/schema.ts'

/** Rows that one statement writes. */
const AT_ONCE = 2_000

function* pieces<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < rows.length; from += AT_ONCE) yield rows.slice(from, from + AT_ONCE)
}

type NewFile = { fileId: string; name: string; digest: Buffer; at: Date; staffId: number }

/** Writes a file down, unless the very same one is there already. */
export async function insertFile(tx: Tx, file: NewFile): Promise<void> {
  await tx
    .insertInto('outside_file')
    .values({
      file_id: file.fileId,
      name: file.name,
      digest: file.digest,
      came_at: file.at,
      came_by: file.staffId,
      applied_at: null,
      applied_by: null,
    })
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .execute()
}

const file = (db: Db | Tx) =>
  db.selectFrom('outside_file').select(['file_id as fileId', 'name', 'applied_at as appliedAt'])

export async function lockFileOf(tx: Tx, digest: Buffer) {
  return file(tx).where('digest', '=', digest).forUpdate().executeTakeFirstOrThrow()
}

export async function lockFile(tx: Tx, fileId: string) {
  return file(tx).where('file_id', '=', fileId).forUpdate().executeTakeFirst()
}

export async function setApplied(tx: Tx, fileId: string, staffId: number, at: Date) {
  await tx
    .updateTable('outside_file')
    .set({ applied_at: at, applied_by: staffId })
    .where('file_id', '=', fileId)
    .execute()
}

type Judged = {
  line: number
  given: string[]
  memberId: number | null
  day: string | null
  valuePaise: number | null
  taxPaise: number | null
  what: string
  problem: string | null
  repeated: boolean
}

/** Writes the rows of a file that is not applied, in place of what was found in them before. */
export async function replaceRows(tx: Tx, fileId: string, rows: readonly Judged[]): Promise<void> {
  await tx.deleteFrom('outside_file_row').where('file_id', '=', fileId).execute()
  for (const piece of pieces(rows)) {
    await tx
      .insertInto('outside_file_row')
      .values(
        piece.map((row) => ({
          file_id: fileId,
          line: row.line,
          given: row.given,
          member_id: row.memberId,
          day: row.day,
          value_paise: row.valuePaise,
          tax_paise: row.taxPaise,
          what: row.what,
          problem: row.problem,
          repeated: row.repeated,
        })),
      )
      .execute()
  }
}

/** The rows of a file as they were read, with the members who are meant now. */
export async function rowsOf(db: Db | Tx, fileId: string) {
  return db
    .selectFrom('outside_file_row as r')
    .leftJoin('member as m', 'm.member_id', 'r.member_id')
    .select((select) => [
      'r.line',
      'r.given',
      'r.member_id as memberId',
      'm.name as memberName',
      'r.day',
      number(select.ref('r.value_paise')).as('valuePaise'),
      number(select.ref('r.tax_paise')).as('taxPaise'),
      'r.what',
      'r.problem',
      'r.repeated',
    ])
    .where('r.file_id', '=', fileId)
    .orderBy('r.line')
    .execute()
}
export type StoredRow = Awaited<ReturnType<typeof rowsOf>>[number]

/** Members by their codes. */
export async function membersCalled(db: Db | Tx, codes: readonly string[]) {
  return db
    .selectFrom('member')
    .select(['member_id as memberId', 'code', 'erased_at as erasedAt'])
    .where('code', '=', sql<string>`any(${codes}::text[])`)
    .execute()
}

/** Accepted PANs of some members. */
export async function pansOf(db: Db | Tx, memberIds: readonly number[]) {
  return db
    .selectFrom('kyc_field')
    .select(['member_id as memberId', 'digest'])
    .where('member_id', '=', sql<number>`any(${memberIds}::int[])`)
    .where('field', '=', 'pan')
    .where('state', '=', 'accepted')
    .execute()
}

/** What was added before for some members: day, value and what, each as it would repeat. */
export async function addedFor(db: Db | Tx, memberIds: readonly number[]) {
  return db
    .selectFrom('benefit')
    .select((select) => [
      'member_id as memberId',
      'given_on as day',
      number(select.ref('value_paise')).as('valuePaise'),
      'words as what',
    ])
    .where('kind', '=', 'outside')
    .where('undone_at', 'is', null)
    .where('member_id', '=', sql<number>`any(${memberIds}::int[])`)
    .execute()
}

/** Makes files follow each other: two at once could add the same benefit twice. */
export async function lockAdding(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('tax:outside', 0))`.execute(tx)
}

/** Writes benefits; an id that another process took meanwhile is made again. */
export async function insertBenefits(
  tx: Tx,
  benefits: readonly Omit<Insertable<Database['benefit']>, 'benefit_id'>[],
  makeId: () => string,
): Promise<void> {
  let left = [...benefits]
  while (left.length > 0) {
    const written = new Set<number | null>()
    for (const piece of pieces(left)) {
      const rows = await tx
        .insertInto('benefit')
        .values(piece.map((one) => ({ ...one, benefit_id: makeId() })))
        .onConflict((conflict) => conflict.column('benefit_id').doNothing())
        .returning('outside_line as line')
        .execute()
      for (const { line } of rows) written.add(line)
    }
    left = left.filter(({ outside_line }) => !written.has(outside_line ?? null))
  }
}

function outsideRows(db: Db) {
  return db
    .selectFrom('benefit as b')
    .innerJoin('member as m', 'm.member_id', 'b.member_id')
    .innerJoin('outside_file_row as r', (join) =>
      join.onRef('r.file_id', '=', 'b.outside_file_id').onRef('r.line', '=', 'b.outside_line'),
    )
    .leftJoin('staff as s', 's.staff_id', 'b.added_by')
    .where('b.kind', '=', 'outside')
    .select((select) => [
      'b.benefit_id as benefitId',
      'b.member_id as memberId',
      'm.code as memberCode',
      'm.name as memberName',
      'b.given_on as day',
      number(select.ref('b.value_paise')).as('valuePaise'),
      number(select.ref('b.tax_paise')).as('taxPaise'),
      'b.words as what',
      'b.recorded_at as addedAt',
      select.fn.coalesce('s.name', select.val('')).as('addedBy'),
    ])
}
type Found = Awaited<ReturnType<ReturnType<typeof outsideRows>['executeTakeFirstOrThrow']>>
const NEWEST: Order<Found> = {
  name: 'newest',
  direction: 'desc',
  key: [{ column: 'b.benefit_id', type: 'bigint', of: ({ benefitId }) => benefitId }],
}

export async function outsidePage(
  db: Db,
  filters: Parameters<typeof keysetPage>[3] & { member?: number | undefined },
) {
  let query = outsideRows(db)
  if (filters.member !== undefined) query = query.where('b.member_id', '=', filters.member)
  return keysetPage(db, query, NEWEST, filters)
}
