import { z } from 'zod'
import { STATES, stateId } from '../india.ts'
import { dayRange, listQuery, many, wholeNumber } from '../paging.ts'
import { approverFilter, lateOnly } from '../waiting.ts'

export type Choice = { value: string | number; label: string }

type FilterBase = {
  label: string
  /** Stands on the page without opening *More filters*. */
  primary?: boolean
}
type ChoiceFilter = FilterBase & {
  kind: 'choices'
  name: string
  /** Undefined where the page looks them up, as plants and products. */
  choices: readonly Choice[] | undefined
  /** Only one of them at a time. */
  one?: boolean
}
type DaysFilter = FilterBase & {
  kind: 'days'
  from: string
  to: string
}
type NumberFilter = FilterBase & {
  kind: 'number'
  name: string
  /** Comes only by a link of another page, and can be cleared. */
  fromLink?: boolean
}
/** A filter as a page shows it. */
export type ListFilter = ChoiceFilter | DaysFilter | NumberFilter
/** The same with what it adds to the query of the list. */
type QueryFilter = ListFilter & { fields: z.ZodRawShape }

type Options = { primary?: boolean }
type Named<Name extends string, Schema> = Record<Name, Schema>

const named = <const Name extends string, Schema>(name: Name, schema: Schema) =>
  ({ [name]: schema }) as Named<Name, Schema>

const oneOf = <const Value extends string>(label: string, values: [Value, ...Value[]]) =>
  z.enum(values, { error: `${label}: choose one of ${values.join(', ')}.` })

/** Several of the values that `labels` names. */
export function choiceFilter<const Name extends string, Value extends string>(
  name: Name,
  label: string,
  labels: Readonly<Record<Value, string>>,
  options: Options = {},
) {
  const values = Object.keys(labels) as [Value, ...Value[]]
  return {
    kind: 'choices' as const,
    name,
    label,
    choices: values.map((value) => ({ value, label: labels[value] })),
    fields: named(name, many(oneOf(label, values))),
    ...options,
  }
}

/** One of the values that `labels` names. */
export function oneFilter<const Name extends string, Value extends string>(
  name: Name,
  label: string,
  labels: Readonly<Record<Value, string>>,
  options: Options = {},
) {
  const values = Object.keys(labels) as [Value, ...Value[]]
  return {
    ...choiceFilter(name, label, labels, options),
    one: true,
    fields: named(name, oneOf(label, values).optional()),
  }
}

/** Choices that the page looks up; `schema` is that of the field. */
export function lookupFilter<const Name extends string, Schema extends z.ZodType>(
  name: Name,
  label: string,
  schema: Schema,
  options: Options & { one?: boolean } = {},
) {
  return {
    kind: 'choices' as const,
    name,
    label,
    choices: undefined,
    fields: named(name, schema),
    ...options,
  }
}

/** From and to as days of India, both included. */
export function dayFilter(label: string, options: Options = {}) {
  return { kind: 'days' as const, from: 'from', to: 'to', label, fields: dayRange, ...options }
}

export function numberFilter<const Name extends string>(
  name: Name,
  label: string,
  options: Options & { fromLink?: boolean } = {},
) {
  return {
    kind: 'number' as const,
    name,
    label,
    fields: named(name, wholeNumber(label).optional()),
    ...options,
  }
}

/** Indian states: 'region', because the state of a row is often its status. */
export function regionFilter(options: Options = {}) {
  return {
    kind: 'choices' as const,
    name: 'region' as const,
    label: 'State',
    choices: STATES.map(({ id, name }): Choice => ({ value: id, label: name })),
    fields: named('region', many(stateId)),
    ...options,
  }
}

/** By a link of the dashboard: what this person may decide. */
export const approverOf = {
  kind: 'number' as const,
  name: 'approver' as const,
  label: 'To be decided by person',
  fromLink: true,
  fields: named('approver', approverFilter),
}

/** Of a queue: what waits longer than it should. */
export function lateFilter(label = 'Waiting') {
  return {
    kind: 'choices' as const,
    name: 'late' as const,
    label,
    one: true,
    choices: [{ value: 'yes', label: 'Past the deadline' }],
    fields: named('late', lateOnly),
  }
}

/** The fields of all filters in one shape. */
type FieldsOf<F extends readonly QueryFilter[]> = {
  [Key in F[number] as keyof Key['fields']]: unknown
} extends infer Keys
  ? { [Name in keyof Keys]: FieldNamed<F[number], Name> }
  : never
type FieldNamed<Filter, Name> = Filter extends { fields: infer Fields }
  ? Name extends keyof Fields
    ? Fields[Name]
    : never
  : never

type Orders = Readonly<Record<string, string>>
type Search = { label: string; max: number }

/** Filters, orders and search of a list, with the schema of its query. */
export type ListQuery = {
  /** Which words find a row; null where a list has no search. */
  search: Search | null
  filters: readonly ListFilter[]
  orders: readonly { value: string; label: string }[]
  schema: z.ZodType
}

/** The shape of the query: its search, its filters, and what else it has. */
type ShapeOf<F extends readonly QueryFilter[], S, More> = Extract<
  (S extends Search ? { q: z.ZodOptional<z.ZodString> } : unknown) &
    FieldsOf<F> &
    (More extends z.ZodRawShape ? More : unknown),
  z.ZodRawShape
>

/** `more` are fields of the query that no filter of the page sets. */
export function defineQuery<
  const F extends readonly QueryFilter[],
  const O extends Orders,
  S extends Search | null,
  More extends z.ZodRawShape | undefined = undefined,
>({ search, filters, orders, more }: { search: S; filters: F; orders: O; more?: More }) {
  const keys = Object.keys(orders) as [keyof O & string, ...(keyof O & string)[]]
  const q = search && z.string().trim().max(search.max).optional().describe(search.label)
  const shape = Object.assign({}, q && { q }, ...filters.map(({ fields }) => fields), more)
  return {
    search,
    filters,
    orders: keys.map((value) => ({ value, label: orders[value] ?? value })),
    schema: listQuery(shape as ShapeOf<F, S, More>, keys),
  }
}
