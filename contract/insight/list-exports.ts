import { z } from 'zod'
import { defineEndpoint, file, signedIn } from '../endpoint.ts'
import { listName } from '../lists.ts'
import { can } from '../permissions.ts'
import type { Role } from '../roles.ts'

/** More rows than this are a report's business. */
export const EXPORT_MAX = 100_000
/** A file of more rows than this is a report, whatever it is called. */
export const EXPORT_OPEN_ROWS = 1_000
/** Why a role may not export so many rows; null where it may. */
export function whyNoExport(role: Role | null, rows: number): string | null {
  if (rows <= EXPORT_OPEN_ROWS || can(role, 'report.download')) return null
  return 'Your role exports at most 1,000 rows of a list at once: more are a report. Narrow the filters, or ask somebody who downloads reports.'
}
/** Rows that somebody chose one by one. */
export const SELECTED_MAX = 2_000
const COLUMNS_MAX = 60

/** A value of a list's address: the list's own schema says what it may be. */
const value = z.union([z.string().max(600), z.number(), z.boolean()])

export const exportList = defineEndpoint({
  method: 'POST',
  path: '/api/admin/lists/export',
  access: signedIn,
  tag: 'Lists',
  summary:
    'The rows of a list as a spreadsheet: its filters, its order, the named columns; who may see the list may have it, more than 1,000 rows with report.download',
  body: z.object({
    list: listName,
    /** Filters and order as the address of the list has them; its place and count mean nothing here. */
    query: z
      .record(z.string().max(40), z.union([value, z.array(value).max(50)]).nullable())
      .default({}),
    /** Keys of columns in their order; none: every column that the list has. */
    columns: z.array(z.string().max(40)).max(COLUMNS_MAX, 'A list has fewer columns.').default([]),
    /** Only these rows of the list; every one of them must be in it. */
    selected: z
      .array(z.string().min(1).max(60))
      .min(1, 'Choose at least one row.')
      .max(SELECTED_MAX, 'At most 2,000 selected rows at once. Use a filter for more.')
      .optional(),
  }),
  response: file('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
})
