import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { getProduct, type ProductDetail } from '../../../../contract/programme/products.ts'
import { call } from '../../../lib/api.ts'
import { replaceRow } from '../../../ui/list/list-options.ts'
import { catalogueOptions } from '../../people/catalogue/catalogue.ts'
import { productSource } from './products-list.tsx'

export const productOptions = (id: string | undefined) =>
  queryOptions({
    queryKey: [productSource.name, 'one', id],
    queryFn: ({ signal }) => call(getProduct, { params: { productId: Number(id) }, signal }),
    enabled: id !== undefined,
  })

/** Puts what was done to a product wherever it is shown, also where one is chosen. */
export function keepProduct(client: QueryClient, product: ProductDetail): void {
  client.setQueryData(productOptions(String(product.productId)).queryKey, product)
  replaceRow(client, productSource, product)
  void client.invalidateQueries({ queryKey: catalogueOptions().queryKey })
}

/** Has the list read again: a product was added or deleted. */
export function productsChanged(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: [productSource.name] })
  void client.invalidateQueries({ queryKey: catalogueOptions().queryKey })
}
