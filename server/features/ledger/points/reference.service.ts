import type { Context } from '../../../context.ts'
import * as queries from './reference.queries.ts'

const NUMBER = /^RD\d{6,18}$/i

/** Whose redemption a text names, by its number or its id; null where it names none. */
export function redemptionNamed(
  { db }: Pick<Context, 'db'>,
  text: string,
): Promise<queries.RedemptionRef | null> {
  return NUMBER.test(text)
    ? queries.redemptionOf(db, 'number', text.toUpperCase())
    : queries.redemptionOf(db, 'redemption_id', text)
}

export const isRedemptionNumber = (text: string) => NUMBER.test(text)

/** Whose scan an id is; null when there is no such scan. */
export function memberOfScan({ db }: Pick<Context, 'db'>, scanId: string): Promise<number | null> {
  return queries.memberOfScan(db, scanId)
}
