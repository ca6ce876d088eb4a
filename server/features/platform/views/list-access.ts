import { rolesOf, type Endpoint } from '../../../../contract/endpoint.ts'
import { LISTS } from '../../../../contract/list-endpoints.ts'
import { listName, type ListName } from '../../../../contract/lists.ts'
import { ROLE_NAMES, type Role } from '../../../../contract/roles.ts'
import { getMonth } from '../../../../contract/money/settlements.ts'
import type { PreferencesName, ViewFilters } from '../../../../contract/platform/views.ts'
import { AppError, invalidField } from '../../../lib/app-error.ts'

/** What stands in a list's query and is no part of a view: its place, and a search, which may name a person. */
const NEVER = ['q', 'after', 'before', 'count', 'limit']

/** The roles that see a list: those its endpoint admits. */
export function rolesThatSee(list: PreferencesName): Role[] {
  const { access }: Pick<Endpoint, 'access'> = list === 'settlements' ? getMonth : LISTS[list]
  return rolesOf(access)
}

export function sees(role: Role, list: PreferencesName): boolean {
  return rolesThatSee(list).includes(role)
}

export function refuseUnseen(role: Role, list: PreferencesName): void {
  if (!sees(role, list)) throw new AppError('forbidden', 'Your role does not see this list.')
}

/** Refuses, at the field, to share a view of a list with somebody who does not see it. */
export function refuseBlind(list: ListName, sharedWith: readonly Role[]): void {
  const blind = sharedWith.find((role) => !sees(role, list))
  if (!blind) return
  const words = `${ROLE_NAMES[blind]} does not see this list. Share the view with others.`
  throw invalidField('sharedWith', words)
}

/** Refuses filters that the list does not have, or that it would not take together. */
export function refuseFilters(list: ListName, filters: ViewFilters, field: string): void {
  const { query } = LISTS[list]
  if (!query) throw new Error(`The list ${list} has no query.`)
  const strange = Object.keys(filters).find(
    (name) => NEVER.includes(name) || !Object.hasOwn(query.shape, name),
  )
  if (strange !== undefined) {
    throw invalidField(field, `A view of this list cannot hold “${strange}”. Leave it out.`)
  }
  const read = query.safeParse(filters)
  if (read.success) return
  throw invalidField(field, read.error.issues[0]?.message ?? 'A filter cannot be used.')
}

/** Whether a stored name is still that of a list. */
export function isList(list: string): list is ListName {
  return listName.safeParse(list).success
}
