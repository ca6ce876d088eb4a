import type { OnboardingColumn } from '../../../../contract/people/onboarding-columns.ts'
import type { OnboardingKind, RowProblem, Verdict } from '../../../../contract/people/onboarding.ts'
import type { Db, Tx } from '../../../db/database.ts'
import type { StaffCaller } from '../../../http/caller.ts'
import type { Made } from './made.ts'

/** A row by the keys of its kind's columns; every column is there, an empty cell is ''. */
export type GivenRow = { rowNo: number; cells: Readonly<Record<string, string>> }

export type Judged = {
  rowNo: number
  verdict: Verdict
  /** Employee or distributor code, as far as the row has one: capital letters, at most 40 characters. */
  code: string | null
  /**
   * What may stand in one row of a file only: the column's heading and the value as it is compared.
   * The second row that claims it is refused, and told the number of the first.
   */
  claims: readonly { column: string; value: string }[]
  changes: readonly { column: string; before: string; after: string }[]
  /** Of a refused row at least one; never holds a value that is sealed elsewhere. */
  problems: readonly RowProblem[]
  /** The worker or distributor that is there already. */
  subjectId: number | null
}

/** Who applies, in the transaction of a piece of rows. */
export type ApplyingIn<C> = {
  context: C
  by: StaffCaller
  requestId: string
  uploadId: string
  /** One corrected row is applied by itself, not as a part of its whole file. */
  alone?: true
}

/**
 * What an onboarding file may hold: how its rows are judged and applied. `C` is the context, which has the
 * rules of every kind itself: see onboarding-rules.ts.
 */
export type RulesIn<C> = {
  columns: readonly OnboardingColumn[]
  /**
   * Looks at some hundred rows at once against the database as it is; set-based, at most a handful of
   * statements. Pure towards the database. Rows of one call may claim the same: the caller sees to that.
   */
  judge(context: C, db: Db | Tx, rows: readonly GivenRow[]): Promise<Judged[]>
  /**
   * Applies rows that `judge` just found to be `create` or `change` in this same transaction, with one
   * audit row for the piece. Gives the worker or distributor of each row, by its number. Throws only
   * where the database does.
   */
  apply(
    tx: Tx,
    applying: ApplyingIn<C>,
    rows: readonly GivenRow[],
    judged: readonly Judged[],
  ): Promise<ReadonlyMap<number, number>>
  /** What is done once every row of a file is applied, in the transaction that says so. */
  finish?(tx: Tx, uploadId: string): Promise<void>
  /** What an applied file made, so that it can be taken back as a whole; null where it cannot. */
  made: Made | null
}

export type KindsIn<C> = Record<OnboardingKind, RulesIn<C>>
