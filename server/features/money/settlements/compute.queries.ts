import { sql } from 'kysely'
import type { Figures } from '../../../../contract/money/settlements.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { FIGURE_COLUMNS, FIGURES, NO_FIGURES } from './figures.ts'
import { AGES, EVERY_MEMBER, ledgerSql, membersOfSql, sumsSql } from './figures-sql.ts'
import { spanOfMonth } from './months.ts'
import { WITHOUT_DISTRIBUTOR } from './settlement-words.ts'

export type DistributorFigures = Figures & { distributorId: number }

const columns = FIGURES.map((figure) => `${FIGURE_COLUMNS[figure]}::float8 as "${figure}"`).join(
  ', ',
)

/** The figures of a month from the ledger: of all distributors, or of some. */
export async function figuresFromLedger(
  db: Db | Tx,
  month: string,
  distributorIds?: readonly number[],
): Promise<DistributorFigures[]> {
  if (distributorIds?.length === 0) return []
  const span = spanOfMonth(month)
  const selected = distributorIds ? membersOfSql(span, distributorIds) : EVERY_MEMBER
  const only = distributorIds ? `where distributor_id in (${distributorIds.join(', ')})` : ''
  const { rows } = await sql
    .raw<DistributorFigures>(
      `select distributor_id as "distributorId", ${columns}
       from (${sumsSql(span, selected)}) f ${only} order by distributor_id`,
    )
    .execute(db)
  return rows
}

type AgeBucket = { from: number; to: number | null; points: number }

/** The ledger's own figures of a month, and what is available at its end by age. */
export async function ledgerOfMonth(
  db: Db | Tx,
  month: string,
): Promise<{ totals: Figures; ages: AgeBucket[] }> {
  const { rows } = await sql
    .raw<Figures & Record<`a${number}`, number | null>>(ledgerSql(spanOfMonth(month)))
    .execute(db)
  const [row] = rows
  if (!row) throw new Error('An aggregate gave no row.')
  const totals: Figures = { ...NO_FIGURES }
  for (const figure of FIGURES) totals[figure] = row[figure]
  const young = AGES.map((_, index) => row[`a${index}`] ?? 0)
  const ages = [...young, totals.available].map((upTo, index) => ({
    from: AGES[index - 1] ?? 0,
    to: AGES[index] ?? null,
    points: upTo - (young[index - 1] ?? 0),
  }))
  return { totals, ages }
}

/** A computation may take its time, and its plans are not worth compiling. */
export async function allowMinutes(tx: Tx): Promise<void> {
  await sql`select set_config('statement_timeout', '600000', true),
    set_config('jit', 'off', true), set_config('work_mem', '65536', true)`.execute(tx)
}

export async function ensureMonth(tx: Tx, month: string): Promise<void> {
  await tx
    .insertInto('settlement_month')
    .values({
      month,
      failure: null,
      computed_at: null,
      computed_by: null,
      point_value_paise: null,
      totals: null,
      ages: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function roleOf(tx: Tx, staffId: number): Promise<string> {
  const { role } = await tx
    .selectFrom('staff')
    .select('role')
    .where('staff_id', '=', staffId)
    .executeTakeFirstOrThrow()
  return role
}

/** Those of a month that are locked, with the figures they have. */
export async function lockedOf(tx: Tx, month: string) {
  const { rows } = await sql<DistributorFigures & { name: string }>`
    select s.distributor_id as "distributorId", coalesce(d.name, ${WITHOUT_DISTRIBUTOR}) as name,
      ${sql.raw(columns)}
    from settlement s left join distributor d using (distributor_id)
    where s.month = ${month} and s.state <> 'computed' order by s.distributor_id`.execute(tx)
  return rows
}

const INSERTED = FIGURES.map((figure) => FIGURE_COLUMNS[figure])

/** Writes what was computed in place of what was; those that are approved are not given here. */
export async function writeFigures(
  tx: Tx,
  { month, at, staffId }: { month: string; at: Date; staffId: number },
  figures: readonly DistributorFigures[],
): Promise<void> {
  const rows = figures.map(({ distributorId, ...row }) => ({
    distributor_id: distributorId,
    ...Object.fromEntries(FIGURES.map((figure) => [FIGURE_COLUMNS[figure], row[figure]])),
  }))
  const ids = figures.map(({ distributorId }) => distributorId)
  await sql`delete from settlement where month = ${month} and state = 'computed'
    and distributor_id <> all(cast(${ids} as int[]))`.execute(tx)
  const types = INSERTED.map((column) => `${column} bigint`).join(', ')
  const set = INSERTED.map((column) => `${column} = excluded.${column}`).join(', ')
  await sql`
    insert into settlement (month, distributor_id, state, computed_at, computed_by,
      ${sql.raw(INSERTED.join(', '))})
    select ${month}::date, distributor_id, 'computed', ${at}, ${staffId},
      ${sql.raw(INSERTED.join(', '))}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given (distributor_id int, ${sql.raw(types)})
    on conflict (month, distributor_id) do update set ${sql.raw(set)},
      computed_at = excluded.computed_at, computed_by = excluded.computed_by`.execute(tx)
}

export async function finishMonth(
  tx: Tx,
  month: string,
  done: {
    failure: string | null
    computed_at: Date
    computed_by: number
    point_value_paise: number
    totals: Figures
    ages: readonly AgeBucket[]
  },
): Promise<void> {
  await tx
    .updateTable('settlement_month')
    .set({
      ...done,
      computing: false,
      totals: JSON.stringify(done.totals),
      ages: JSON.stringify(done.ages),
    })
    .where('month', '=', month)
    .execute()
}

export async function setComputing(
  db: Db | Tx,
  month: string,
  change: { computing: boolean; failure: string | null },
): Promise<void> {
  await db.updateTable('settlement_month').set(change).where('month', '=', month).execute()
}
