import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { SchemeNames } from '../../../../contract/programme/scheme-words.ts'
import { catalogueOptions } from '../../people/catalogue/catalogue.ts'

/** What products and distributors are called; their number until the catalogue is here. */
export function useSchemeNames(): SchemeNames {
  const { data } = useQuery(catalogueOptions())
  return useMemo(() => {
    const products = new Map(data?.products.map(({ productId, name }) => [productId, name]))
    const distributors = new Map(
      data?.distributors.map(({ distributorId, name }) => [distributorId, name]),
    )
    return {
      product: (id) => products.get(id) ?? `product ${id}`,
      distributor: (id) => distributors.get(id) ?? `distributor ${id}`,
    }
  }, [data])
}
