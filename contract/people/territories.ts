import { CODE_ORDERS, statusFilter } from './master-query.ts'
import { defineQuery, regionFilter } from '../lists/query.ts'
import { z } from 'zod'
import { defineEndpoint, having, seeing } from '../endpoint.ts'
import { nameText, stateId } from '../india.ts'
import { deleted, masterCode, masterStatus, reasonBody } from './masters.ts'
import { PROGRAMME } from '../menu.ts'
import { page, wholeNumber } from '../paging.ts'
import { instant } from '../time.ts'
import { subjectEvent } from '../trail.ts'
import { seenVersion, version } from '../version.ts'

const tag = 'Territories'

export const territoryName = nameText('The territory', 80, 2)
const once = (values: readonly unknown[]) => new Set(values).size === values.length

export const territoryFields = z.object({
  code: masterCode('territory', 'RJ-N'),
  name: territoryName,
  /** Empty: of no state in particular. */
  states: z.array(stateId).max(40, 'At most 40.').refine(once, 'Name each state once.').default([]),
  /** The first digits of PIN codes, one to six of them. */
  pinPrefixes: z
    .array(
      z
        .string()
        .trim()
        .regex(/^[1-9]\d{0,5}$/, 'A PIN code begins with 1 to 9 and has up to six digits.'),
    )
    .max(200, 'At most 200.')
    .refine(once, 'Name each PIN code once.')
    .default([]),
})
export type TerritoryFields = z.infer<typeof territoryFields>

export const territoryRow = z.object({
  territoryId: z.number().int(),
  code: z.string(),
  name: z.string(),
  states: z.array(z.number().int()),
  pinPrefixes: z.array(z.string()),
  status: masterStatus,
  distributors: z.number().int(),
  addedAt: instant.nullable(),
})
export type TerritoryRow = z.infer<typeof territoryRow>

export const territoryDetail = territoryRow.extend({
  leftReason: z.string().nullable(),
  version,
  events: z.array(subjectEvent),
})
export type TerritoryDetail = z.infer<typeof territoryDetail>

export const territoryQuery = defineQuery({
  search: { label: 'Code or part of a name', max: 60 },
  filters: [regionFilter({ primary: true }), statusFilter],
  orders: CODE_ORDERS,
})
export const territoryListQuery = territoryQuery.schema
export type TerritoryListQuery = z.infer<typeof territoryListQuery>

const params = z.object({ territoryId: wholeNumber('Territory') })

export const listTerritories = defineEndpoint({
  method: 'GET',
  path: '/api/admin/territories',
  access: seeing(PROGRAMME),
  tag,
  summary: 'Territories of distributors',
  query: territoryListQuery,
  response: page(territoryRow),
})

export const getTerritory = defineEndpoint({
  method: 'GET',
  path: '/api/admin/territories/:territoryId',
  access: seeing(PROGRAMME),
  tag,
  summary: 'One territory',
  params,
  response: territoryDetail,
})

export const createTerritory = defineEndpoint({
  method: 'POST',
  path: '/api/admin/territories',
  access: having('programme.edit'),
  tag,
  summary: 'Add a territory',
  body: territoryFields,
  response: territoryDetail,
})

export const changeTerritory = defineEndpoint({
  method: 'PATCH',
  path: '/api/admin/territories/:territoryId',
  access: having('programme.edit'),
  tag,
  summary: 'Correct a territory; a new name stands at its distributors at once',
  params,
  body: territoryFields.extend({ version: seenVersion }),
  response: territoryDetail,
})

export const deactivateTerritory = defineEndpoint({
  method: 'POST',
  path: '/api/admin/territories/:territoryId/deactivate',
  access: having('programme.edit'),
  tag,
  summary: 'Deactivate a territory: no new distributors; those there stay',
  params,
  body: reasonBody,
  response: territoryDetail,
})

export const reactivateTerritory = defineEndpoint({
  method: 'POST',
  path: '/api/admin/territories/:territoryId/reactivate',
  access: having('programme.edit'),
  tag,
  summary: 'Take a deactivated territory back',
  params,
  body: reasonBody,
  response: territoryDetail,
})

export const deleteTerritory = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/territories/:territoryId',
  access: having('programme.edit'),
  tag,
  summary: 'Delete a territory that no distributor names',
  params,
  response: deleted,
})
