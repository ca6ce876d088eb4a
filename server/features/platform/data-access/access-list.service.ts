import type { AccessListQuery } from '../../../../contract/platform/data-access.ts'
import type { Context } from '../../../context.ts'
import { accessPage } from './access-list.queries.ts'

/** Who revealed, took, opened and searched what. Reading it is itself no reveal: no value stands in it. */
export async function listDataAccess({ db }: Pick<Context, 'db'>, filters: AccessListQuery) {
  return accessPage(db, filters)
}
