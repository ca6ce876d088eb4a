import { dayOf } from '../time.ts'
import type { ListName } from '../lists.ts'
import type { ListQuery } from './query.ts'

/** Money is integer paise, a day `2026-11-20`, a moment ISO text; the file makes real cells of them. */
export type ListColumnType = 'text' | 'mobile' | 'number' | 'money' | 'date' | 'datetime'
export type ListValue = string | number | null

type ColumnOptions = {
  /** Left out of the page until somebody chooses it. */
  optional?: boolean
  /** The orders of the API that this column stands for, the first click's first. */
  sort?: { descending: string; ascending: string }
  /** The header of the file, where the page says a part of it by the form of the cell. */
  fileHeader?: string
}

/** A column of a list, for its page and its file alike. */
export type ListColumn<Row, Key extends string = string> = ColumnOptions & {
  key: Key
  header: string
  type: ListColumnType
  value: (row: Row) => ListValue
}

/** What this is a list of: "scan", "scans". */
export type Noun = readonly [one: string, many: string]

/** A list, defined once: page, file, saved views and API read it. */
export type ListDefinition<Row, Key extends string = string> = {
  name: ListName
  noun: Noun
  /** What the page says while there is no row at all. */
  empty: { title: string; text: string }
  /** Filters, orders and search, with the schema of the query that they make. */
  query: ListQuery
  /** Names a row in the address of its page and in its file. */
  id: (row: Row) => string
  columns: readonly ListColumn<Row, Key>[]
}

type Maybe<T> = T | null | undefined

const dayOrNull = (at: Maybe<string>): string | null => (at ? dayOf(new Date(at)) : null)

/** Makers of columns over one type of row. */
export function columnsOf<Row>() {
  const maker =
    <T extends string | number>(type: ListColumnType) =>
    <const Key extends string>(
      key: Key,
      header: string,
      value: (row: Row) => Maybe<T>,
      options: ColumnOptions = {},
    ): ListColumn<Row, Key> => ({
      key,
      header,
      type,
      value: (row) => value(row) ?? null,
      ...options,
    })
  const day = maker<string>('date')
  return {
    text: maker<string>('text'),
    mobile: maker<string>('mobile'),
    number: maker<number>('number'),
    money: maker<number>('money'),
    day,
    moment: maker<string>('datetime'),
    /** The day of a moment. */
    dayOf: <const Key extends string>(
      key: Key,
      header: string,
      value: (row: Row) => Maybe<string>,
      options: ColumnOptions = {},
    ) => day(key, header, (row) => dayOrNull(value(row)), options),
  }
}

/** Keeps the keys of the columns in the type, so that the page's cells can be checked against them. */
export const defineList = <Row, Key extends string>(
  definition: ListDefinition<Row, Key>,
): ListDefinition<Row, Key> => definition
