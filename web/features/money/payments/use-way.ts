import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Provider } from '../../../../contract/money/payment-states.ts'
import { grossOf, type Payable } from './payable.ts'
import { providersOptions } from './payment-queries.ts'

/** Those that a way of payment can carry: a bank file knows account numbers only. */
export const carriedBy = (provider: Provider, rows: readonly Payable[]): readonly Payable[] =>
  provider === 'bank-file' ? rows.filter(({ kind }) => kind === 'bank') : rows

/** The choice of how to send: the ways there are, the chosen one, and what goes by it. */
export function useWay(rows: readonly Payable[]) {
  const query = useQuery(providersOptions())
  const [selected, setSelected] = useState<Provider | null>(null)
  const providers = query.data?.providers ?? []
  const provider = selected ?? providers[0]?.provider ?? null
  const carried = provider ? carriedBy(provider, rows) : []
  return {
    query,
    providers,
    provider,
    setProvider: setSelected,
    carried,
    totalPaise: grossOf(carried),
    notCarried: rows.length - carried.length,
  }
}
export type Way = ReturnType<typeof useWay>
