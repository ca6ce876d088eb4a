import { dayOf } from '../../../../contract/time.ts'
import type { Context } from '../../../context.ts'
import * as queries from './catalogue.queries.ts'

/** The small lists that filters and forms choose from, by name. */
export async function catalogue({ db, now }: Pick<Context, 'db' | 'now'>) {
  const [plants, products, groups, territories, distributors] = await Promise.all([
    queries.plants(db),
    queries.products(db, dayOf(now())),
    queries.groups(db),
    queries.territories(db),
    queries.distributors(db),
  ])
  return { plants, products, groups, territories, distributors }
}
