import { queryOptions, type QueryClient } from '@tanstack/react-query'
import {
  getChargeRule,
  listChargeRules,
  type ChargeRule,
} from '../../../../contract/programme/charges.ts'
import { call } from '../../../lib/api.ts'
import { replaceRow } from '../../../ui/list/list-options.ts'
import { ruleSource } from './rules-list.tsx'

const MOST_RULES = 200

export const ruleOptions = (id: string | undefined) =>
  queryOptions({
    queryKey: ['charge-rules', 'one', id],
    queryFn: ({ signal }) => call(getChargeRule, { params: { ruleId: Number(id) }, signal }),
    enabled: id !== undefined,
  })

/** The newest rules, to choose one from. */
export const ruleChoicesOptions = () =>
  queryOptions({
    queryKey: ['charge-rules', 'choices'],
    queryFn: ({ signal }) => call(listChargeRules, { query: { limit: MOST_RULES }, signal }),
  })

/** Puts what was made of a rule in its place, and has what depends on it read again. */
export function keepRule(client: QueryClient, rule: ChargeRule): void {
  replaceRow(client, ruleSource, rule)
  void client.invalidateQueries({ queryKey: ['charge-rules'] })
}
