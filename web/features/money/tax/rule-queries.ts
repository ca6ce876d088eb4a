import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { listTaxRules } from '../../../../contract/money/tax-rules.ts'
import { call } from '../../../lib/api.ts'

export const taxRulesOptions = () =>
  queryOptions({
    queryKey: ['tax-rules'],
    queryFn: ({ signal }) => call(listTaxRules, { signal }),
  })

/** Also after a refusal: it is told over the rules as they are by now. */
export async function orRefreshTax<T>(client: QueryClient, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } finally {
    await client.invalidateQueries({ queryKey: taxRulesOptions().queryKey })
  }
}
