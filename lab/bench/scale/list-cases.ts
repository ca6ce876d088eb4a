// Every list of the product with every filter, each pair of filters and each order, from the contract
// alone: a filter that is new and has no values here fails the bench instead of being forgotten.
import type { z } from 'zod'
import { ENDPOINTS } from '../../../contract/api.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { addDays, dayOf } from '../../../contract/time.ts'
import type { Samples } from './samples.ts'

type Value = string | number
export type Query = Record<string, Value>
export type ListCase = {
  list: string
  /** The filters it sets, in words. */
  what: string
  path: string
  asMember: boolean
  filters: string[]
  sort: string
  query(turn: number): Query
  params(turn: number): Record<string, Value>
}

const PLACE = new Set(['sort', 'after', 'before', 'count', 'limit'])
const STATES = [27, 24, 29, 33, 9, 36, 8, 23]

/** Names of samples by a filter's name, for lists that mean something else by it first. */
const SAMPLES: Record<string, string> = {
  member: 'member',
  retailer: 'retailer',
  batch: 'batch',
  distributor: 'distributor',
  scheme: 'scheme',
  rule: 'rule',
  by: 'reviewer',
  staff: 'staff',
  owner: 'reviewer',
  approver: 'reviewer',
  subject: 'subject',
  action: 'action',
  upload: 'openUpload',
  group: 'productGroup',
  tag: 'tag',
  gift: 'gift',
}
/** What is searched for, by the list's address: each turn another kind of thing. */
const SEARCHES: Record<string, string[]> = {
  '/api/admin/activity': ['subjectId'],
  '/api/admin/data-access': ['memberCode', 'distributorCode'],
  '/api/admin/staff': ['staffName'],
  '/api/admin/scans': ['mobile', 'memberCode', 'scan'],
  '/api/admin/transfers': ['mobile', 'memberCode', 'redemption', 'transferRef'],
  '/api/admin/onboarding/errors': ['onboardingCode'],
  '/api/admin/batches': ['batch'],
  '/api/admin/users': ['mobile', 'memberCode', 'name'],
  '/api/admin/kyc': ['mobile', 'memberCode', 'name'],
  '/api/admin/kyc-history': ['mobile', 'memberCode'],
  '/api/admin/kyc-log': ['mobile', 'memberCode'],
  '/api/admin/redemptions': ['redemption', 'mobile', 'memberCode'],
  '/api/admin/payments/complete': ['payment', 'mobile', 'utr'],
  '/api/admin/payments/failed': ['payment', 'mobile', 'redemption'],
  '/api/admin/payments/pending': ['payment', 'mobile', 'redemption'],
  '/api/admin/parcels': ['redemption', 'mobile', 'tracking'],
  '/api/admin/schemes': ['schemeName'],
  '/api/admin/charges': ['mobile', 'memberCode'],
  '/api/admin/enquiries': ['enquiry', 'mobile', 'memberCode'],
  '/api/admin/workers': ['employee', 'staffName'],
  '/api/admin/distributors': ['distributorCode', 'distributorName'],
  '/api/admin/media': ['media', 'tag'],
  '/api/admin/offers': ['offer'],
  '/api/admin/notifications/:notificationId/deliveries': ['mobile', 'memberCode'],
  '/api/admin/notifications': ['notification'],
  '/api/admin/disputes': ['dispute', 'mobile'],
  '/api/admin/plants': ['plantCode'],
  '/api/admin/products': ['productCode'],
  '/api/admin/product-groups': ['productGroup'],
  '/api/admin/territories': ['territoryCode'],
}
/** Numbers that are no key of anything. */
const NUMBERS: Record<string, readonly number[]> = {
  region: STATES,
  plant: [1, 2, 3, 4, 5, 6],
  product: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  minPoints: [1, 50, 100, 200, 300],
}
const PARAMS: Record<string, string> = {
  uploadId: 'upload',
  month: 'month',
  distributorId: 'distributor',
  notificationId: 'notificationId',
}

export class MissingValues extends Error {}

/** The endpoints that give pages. */
export const listEndpoints = (): Endpoint[] =>
  ENDPOINTS.filter((endpoint) => endpoint.method === 'GET' && 'after' in shapeOf(endpoint))

/** The filters of a list: what its query takes beside its place and its order. */
export const filtersOf = (endpoint: Endpoint): string[] =>
  Object.keys(shapeOf(endpoint)).filter((name) => !PLACE.has(name))

/** Throws MissingValues for a filter or a part of an address that nothing here has values for. */
export function listCases(endpoint: Endpoint, samples: Samples): ListCase[] {
  const shape = shapeOf(endpoint)
  const names = filtersOf(endpoint).filter((name) => name !== 'from' && name !== 'to')
  const hasDays = 'from' in shape
  // Now rather than in the middle of measuring: what is missing is told.
  for (const name of names) valuesOf(endpoint, name, samples)
  paramsOf(endpoint.path, 0, samples)
  const of = (turn: number, name: string): Query => {
    const values = valuesOf(endpoint, name, samples)
    return { [name]: values[turn % values.length] ?? '' }
  }
  const needed = names.filter((name) => !shape[name]?.safeParse(undefined).success)
  const always = (turn: number): Query => Object.assign({}, ...needed.map((name) => of(turn, name)))
  const days: [string, (turn: number) => Query][] = hasDays
    ? [
        ['from', (turn) => ({ from: dayBefore(turn * 9) })],
        ['to', (turn) => ({ to: dayBefore(turn * 9) })],
        ['from + to', monthBefore],
      ]
    : []
  const singles: [string, (turn: number) => Query][] = [
    ['all', () => ({})],
    ...days,
    ...names.map((name): [string, (turn: number) => Query] => [name, (turn) => of(turn, name)]),
  ]
  const pairs: [string, (turn: number) => Query][] = names.flatMap((name, index) => [
    ...(hasDays
      ? [pair(`${name} + from + to`, (turn) => ({ ...of(turn, name), ...monthBefore(turn) }))]
      : []),
    ...names
      .slice(index + 1)
      // Another step through the values of the second, so that not the same two meet each time.
      .map((other) =>
        pair(`${name} + ${other}`, (turn) => ({ ...of(turn, name), ...of(turn * 3 + 1, other) })),
      ),
  ])
  const [first = ''] = sortsOf(shape)
  const each =
    (sort: string) =>
    ([what, query]: [string, (turn: number) => Query]): ListCase => ({
      list: endpoint.path,
      what,
      path: endpoint.path,
      asMember: endpoint.access.kind === 'member',
      filters: what === 'all' ? [] : what.split(' + '),
      sort,
      // What a list cannot do without goes with every other filter.
      query: (turn) => ({ ...always(turn), ...query(turn), sort }),
      params: (turn) => paramsOf(endpoint.path, turn, samples),
    })
  return [...sortsOf(shape).flatMap((sort) => singles.map(each(sort))), ...pairs.map(each(first))]
}

const pair = (what: string, query: (turn: number) => Query): [string, (turn: number) => Query] => [
  what,
  query,
]
const today = dayOf(new Date())
const dayBefore = (days: number) => addDays(today, -(days % 360))
const monthBefore = (turn: number) => ({
  from: addDays(today, -30 - ((turn * 9) % 330)),
  to: addDays(today, -((turn * 9) % 330)),
})

export function paramsOf(path: string, turn: number, samples: Samples): Record<string, Value> {
  const names = path.match(/(?<=:)\w+/g) ?? []
  return Object.fromEntries(
    names.map((name) => {
      const values = samples[PARAMS[name] ?? '']
      if (!values) throw new MissingValues(`${path}: nothing stands for :${name}.`)
      return [name, values[turn % values.length] ?? '']
    }),
  )
}

function valuesOf({ path, query }: Endpoint, name: string, samples: Samples): readonly Value[] {
  if (name === 'q') {
    const kinds = SEARCHES[path]?.map((kind) => samples[kind] ?? [])
    if (kinds)
      return Array.from({ length: 40 }, (_, turn) => kinds[turn % kinds.length]?.[turn % 40] ?? 'x')
    throw new MissingValues(`${path}: nothing to search for.`)
  }
  const options = optionsOf(shapeOf({ query })[name])
  const found = options ?? NUMBERS[name] ?? samples[SAMPLES[name] ?? '']
  if (found === undefined || found.length === 0) {
    throw new MissingValues(`${path}: the filter ${name} has no values to be measured with.`)
  }
  return found
}

function shapeOf({ query }: Pick<Endpoint, 'query'>): Record<string, z.ZodType> {
  const shape: unknown = query && 'shape' in query ? query.shape : undefined
  return isRecord(shape) ? shape : {}
}

const isRecord = (value: unknown): value is Record<string, z.ZodType> =>
  typeof value === 'object' && value !== null

type Definition = {
  type: string
  innerType?: z.ZodType
  out?: z.ZodType
  element?: z.ZodType
  entries?: Record<string, Value>
}

/** The choices of a filter that has some, through whatever wraps them. */
function optionsOf(schema: z.ZodType | undefined): Value[] | undefined {
  if (schema === undefined) return undefined
  const { type, innerType, out, element, entries } = schema.def as Definition
  if (type === 'enum' && entries) return Object.values(entries)
  return optionsOf(innerType ?? out ?? element)
}

const sortsOf = (shape: Record<string, z.ZodType>) => (optionsOf(shape.sort) ?? []).map(String)
