import { queryOptions, skipToken, type QueryClient } from '@tanstack/react-query'
import type { RuleKey } from '../../../../contract/platform/rule-definitions.ts'
import { listRules, ruleHistory } from '../../../../contract/platform/rules.ts'
import { call } from '../../../lib/api.ts'

export const rulesOptions = () =>
  queryOptions({
    queryKey: ['rules', 'all'],
    queryFn: ({ signal }) => call(listRules, { signal }),
  })

export const historyOptions = (rule: RuleKey | undefined) =>
  queryOptions({
    queryKey: ['rules', 'history', rule],
    queryFn: rule ? ({ signal }) => call(ruleHistory, { params: { rule }, signal }) : skipToken,
  })

/** Pages show some of the values as well: of redemptions the least and the limits. */
export async function refreshRules(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: ['rules'] }),
    client.invalidateQueries({ queryKey: ['redemption-rules'] }),
  ])
}

/** What is refused is told over the rules as they are by now. */
export async function orRefresh<T>(client: QueryClient, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } finally {
    await refreshRules(client)
  }
}
