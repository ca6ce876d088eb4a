import { ACCOUNTS, TRANSFER_KINDS } from '../../../../contract/ledger/points.ts'
import { startOfDay } from '../../../../contract/time.ts'
import { momentText } from '../../../db/sql-text.ts'
import type { Cuts } from './expiry-days.ts'

const { scan, scheme_bonus, scan_released, adjustment, opening } = TRANSFER_KINDS
const { redemption_released, reversal } = TRANSFER_KINDS
/** Kinds of transfers by which points become available that were not so before. */
export const EARNING = `(${[scan, scheme_bonus, scan_released, adjustment, opening].join(', ')})`
/** Kinds by which they come back from a redemption. */
export const RETURNING = `(${[redemption_released, reversal].join(', ')})`

const HOUR_MS = 3_600_000
const sumOf = (kinds: string, from: string) => `coalesce(sum(t.points) filter (
    where t.kind in ${kinds} and t.recorded_at >= ${momentText(startOfDay(from))}), 0)`

/** pointsOver() of expiry-days.ts in SQL, one column a day, for the account that is named `a`. */
export function pointsOverSql(cuts: Readonly<Record<string, Cuts>>): string {
  const columns = Object.entries(cuts).map(
    ([name, { earnedFrom, returnedFrom }]) => `greatest(0, a.available - greatest(
    ${sumOf(EARNING, earnedFrom)}, ${sumOf(RETURNING, returnedFrom)})) as ${name}`,
  )
  const earliest = Object.values(cuts)
    .flatMap(({ earnedFrom, returnedFrom }) => [earnedFrom, returnedFrom])
    .reduce((one, other) => (one < other ? one : other))
  return `select ${columns.join(', ')} from transfer t where t.member_id = a.member_id
    and t.credit = ${ACCOUNTS.available} and t.recorded_at >= ${momentText(startOfDay(earliest))}`
}

/**
 * That the account `a` can hold points earned before a day at all: looks at one row where most have
 * none. An hour more is let through, as transfers of one moment may be numbered the other way round.
 */
export function beganBefore(day: string): string {
  const moment = momentText(new Date(startOfDay(day).getTime() + HOUR_MS))
  return `a.available > 0 and exists (select from transfer f
    where f.member_id = a.member_id and f.seq = 1 and f.recorded_at < ${moment})`
}
