import type { ColumnType } from 'kysely'

export type Json = ColumnType<unknown, string, string>
export type Bytes = Buffer
/** A `bigint`, exact. */
export type Id = string
