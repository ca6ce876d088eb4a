import {
  isNumberKey,
  readValue,
  tableRule,
  type RuleKey,
  type RuleValue,
} from '../../../../contract/platform/rule-definitions.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import { AppError, invalidField } from '../../../lib/app-error.ts'
import * as queries from './rules.queries.ts'

type Changing = {
  rule: RuleKey
  value: RuleValue
  /** From when it is to hold. */
  from: Date
  /** The change that it was made from; null: the start value; undefined: nobody says. */
  seen?: string | null | undefined
}

/**
 * Refuses a change of a table that would undo another one: a table is written as a whole, so one that
 * was made from an older value, or that a planned change takes the place of, would lose rows.
 */
export async function refuseLost(
  tx: Tx,
  { rules }: Pick<Context, 'rules'>,
  { rule, value, from, seen }: Changing,
): Promise<void> {
  if (isNumberKey(rule) || typeof value === 'number') return
  const approved = await queries.approvedOf(tx, rule)
  if (approved.some(({ holdsFrom }) => holdsFrom !== null && holdsFrom > from)) {
    throw invalidField(
      'fromAt',
      'A change is planned for later and would undo this one. Choose its moment or a later one.',
    )
  }
  const last = approved.at(-1)
  if (seen !== undefined && seen !== (last?.changeId ?? null)) {
    throw new AppError(
      'conflict',
      'Somebody changed this rule meanwhile. Close the form, look at it and change it again.',
    )
  }
  const before = last ? readValue(rule, last.value).value : rules.start[rule]
  if (before === null || typeof before === 'number') return
  const fault = tableRule(rule).cannotFollow?.(before, value) ?? null
  if (fault !== null) throw invalidField('value', fault)
}
