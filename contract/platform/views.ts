import { z } from 'zod'
import { defineEndpoint, signedIn } from '../endpoint.ts'
import { nameText } from '../india.ts'
import { LIST_TITLES, listName, type ListName } from '../lists.ts'
import { PAGE_SIZES, wholeNumber } from '../paging.ts'
import { ROLES } from '../roles.ts'

const tag = 'Views'

/** Pixels: what a column may be made. */
export const LEAST_WIDTH = 48
export const MOST_WIDTH = 1_200
/** Views that one person may keep of one list. */
export const MOST_VIEWS = 50
const MOST_COLUMNS = 60

const column = z.string().min(1).max(40)
const columns = z.array(column).max(MOST_COLUMNS).default([])
const width = z
  .number()
  .int('A width is a whole number of pixels.')
  .min(LEAST_WIDTH, `A column has at least ${LEAST_WIDTH} pixels.`)
  .max(MOST_WIDTH, `A column has at most ${MOST_WIDTH} pixels.`)

/** How a list is set up; columns that it no longer has mean nothing. */
export const listPreferences = z.object({
  /** Of the columns that are left out by themselves, those to be seen. */
  shown: columns,
  /** Of the others, those not to be seen. */
  hidden: columns,
  /** By column, in pixels; the others share what is left. */
  widths: z
    .record(column, width)
    .refine((all) => Object.keys(all).length <= MOST_COLUMNS, 'These are too many columns.')
    .default({}),
  compact: z.boolean().default(false),
  /** Rows of a page; null for as many as a list gives by itself. */
  rows: z
    .literal([...PAGE_SIZES], { error: 'There is no such number of rows.' })
    .nullable()
    .default(null),
})
export type ListPreferences = z.output<typeof listPreferences>

/** Lists that have preferences: those of `LIST_TITLES`, and the distributors of a month's settlement. */
export const preferencesName = z.enum(
  [...(Object.keys(LIST_TITLES) as [ListName, ...ListName[]]), 'settlements'],
  { error: 'There is no such list.' },
)
export type PreferencesName = z.infer<typeof preferencesName>

const filterText = z.string().max(200, 'A filter has at most 200 characters.')
/** Filters and the order, as they stand in an address. */
const filters = z
  .record(z.string().min(1).max(40), z.union([filterText, z.array(filterText).min(1).max(50)]))
  .refine((all) => Object.keys(all).length <= 40, 'These are too many filters.')
export type ViewFilters = z.output<typeof filters>

const name = nameText('The name', 60, 1).transform((text) => text.replaceAll(/\s+/g, ' '))
const role = z.enum(ROLES, { error: 'There is no such role.' })
const sharedWith = z
  .array(role)
  .max(ROLES.length, 'Each role stands here once.')
  .transform((roles) => ROLES.filter((one) => roles.includes(one)))
/** What a view brings back. */
const content = { filters, preferences: listPreferences }

export const savedView = z.object({
  viewId: z.number().int(),
  list: listName,
  name: z.string(),
  ...content,
  /** Roles; each person of them sees it, and only its owner changes it. */
  sharedWith: z.array(role),
  version: z.number().int(),
  mine: z.boolean(),
  /** Whose it is, by name. */
  owner: z.string(),
})
export type SavedView = z.infer<typeof savedView>

export const myViews = defineEndpoint({
  method: 'GET',
  path: '/api/admin/views',
  access: signedIn,
  tag,
  summary: 'How I set up my lists, my saved views, and those shared with my role',
  tagged: true,
  response: z.object({
    preferences: z.partialRecord(preferencesName, listPreferences),
    views: z.array(savedView),
  }),
})
export type MyViews = z.output<typeof myViews.response>

export const setListPreferences = defineEndpoint({
  method: 'PUT',
  path: '/api/admin/list-looks/:list',
  access: signedIn,
  tag,
  summary: 'Keep how I set up a list; the last one stands',
  params: z.object({ list: preferencesName }),
  body: z.object({ preferences: listPreferences }),
  response: z.object({ preferences: listPreferences }),
})

export const saveView = defineEndpoint({
  method: 'POST',
  path: '/api/admin/views',
  access: signedIn,
  tag,
  summary: 'Save a list’s filters, order and preferences under a name, for myself or with roles',
  body: z.object({ list: listName, name, sharedWith: sharedWith.default([]), ...content }),
  response: savedView,
})

const params = z.object({ viewId: wholeNumber('View') })
export const changeView = defineEndpoint({
  method: 'PATCH',
  path: '/api/admin/views/:viewId',
  access: signedIn,
  tag,
  summary: 'Rename my view, share it, or give it another content; `version` is the one that I saw',
  params,
  body: z.object({
    version: wholeNumber('Version'),
    name: name.optional(),
    sharedWith: sharedWith.optional(),
    content: z.object(content).optional(),
  }),
  response: savedView,
})

export const deleteView = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/views/:viewId',
  access: signedIn,
  tag,
  summary: 'Delete my view, also for those it is shared with',
  params,
  response: z.object({ message: z.string() }),
})
