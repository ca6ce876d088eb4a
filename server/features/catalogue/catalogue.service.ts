import type { Context } from '../../context.ts'
import * as queries from './catalogue.queries.ts'

/** The small lists that filters and forms choose from, by name. */
export async function catalogue({ db }: Pick<Context, 'db'>) {
  const [plants, products, distributors] = await Promise.all([
    queries.plants(db),
    queries.products(db),
    queries.distributors(db),
  ])
  return { plants, products, distributors }
}
