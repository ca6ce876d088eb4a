import { z } from 'zod'
import { defineEndpoint, file, signedIn } from './endpoint.ts'
import { listName } from './lists.ts'

/** More rows than this are a report's business. */
export const EXPORT_MAX = 100_000
/** Rows that somebody chose one by one. */
export const CHOSEN_MAX = 2_000
const COLUMNS_MAX = 60

/** A value of a list's address: the list's own schema says what it may be. */
const value = z.union([z.string().max(600), z.number(), z.boolean()])

export const exportList = defineEndpoint({
  method: 'POST',
  path: '/api/admin/lists/export',
  access: signedIn,
  tag: 'Lists',
  summary:
    'The rows of a list as a spreadsheet: its filters, its order, the named columns; who may see the list may have it',
  body: z.object({
    list: listName,
    /** Filters and order as the address of the list has them; its place and count mean nothing here. */
    query: z
      .record(z.string().max(40), z.union([value, z.array(value).max(50)]).nullable())
      .default({}),
    /** Keys of columns in their order; none: every column that the list has. */
    columns: z.array(z.string().max(40)).max(COLUMNS_MAX, 'A list has fewer columns.').default([]),
    /** Only these rows of the list; every one of them must be in it. */
    chosen: z
      .array(z.string().min(1).max(60))
      .min(1, 'Choose at least one row.')
      .max(CHOSEN_MAX, 'At most 2,000 chosen rows at once. Use a filter for more.')
      .optional(),
  }),
  response: file('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
})
