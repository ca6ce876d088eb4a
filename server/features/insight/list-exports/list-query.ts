import { z } from 'zod'
import type { Endpoint } from '../../../../contract/endpoint.ts'
import { LIST_FIXED, LIST_PARAMS } from '../../../../contract/list-endpoints.ts'
import type { ListName } from '../../../../contract/lists.ts'
import { invalidField } from '../../../lib/app-error.ts'

type Given = Readonly<Record<string, unknown>>
/** The parsed filters and order of a list, and the parameters of its path. */
export type ListAsked = { query: Record<string, unknown>; params: unknown }

/** A place is the file's own business. */
const PLACE: ReadonlySet<string> = new Set(['after', 'before', 'limit', 'count'])

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

function parsed(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const read = schema.safeParse(value)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const message = issue?.message ?? 'A filter of this list cannot be used.'
  throw invalidField(`query.${issue?.path.join('.') ?? ''}`, message)
}

/**
 * What a list is asked for by an address of the web, read by the list's own schema. A filter that the
 * list lacks is refused: left out unsaid, it would give rows that nobody sees on the page.
 */
export function askedOf(name: ListName, endpoint: Endpoint, given: Given): ListAsked {
  const renamed = LIST_PARAMS[name] ?? {}
  const entries = Object.entries(given).filter(([key, value]) => isGiven(value) && !PLACE.has(key))
  const inPath = entries.filter(([key]) => key in renamed)
  const filters = entries.filter(([key]) => !(key in renamed))
  const known = endpoint.query instanceof z.ZodObject ? endpoint.query.shape : {}
  const foreign = filters.find(([key]) => !Object.hasOwn(known, key))
  if (foreign) throw invalidField(`query.${foreign[0]}`, `This list has no filter "${foreign[0]}".`)
  const params = Object.fromEntries(inPath.map(([key, value]) => [renamed[key] ?? key, value]))
  const query = parsed(endpoint.query, { ...Object.fromEntries(filters), ...LIST_FIXED[name] })
  return { query: { ...(query as object) }, params: parsed(endpoint.params, params) }
}
