import { CODE_ORDERS, statusFilter } from './master-query.ts'
import { defineQuery, regionFilter } from '../lists/query.ts'
import { z } from 'zod'
import { pincode } from './distributors.ts'
import { defineEndpoint, having, seeing } from '../endpoint.ts'
import { gstin, nameText, stateId, stateName, stateOfGstin } from '../india.ts'
import { deleted, masterCode, masterStatus, reasonBody } from './masters.ts'
import { PROGRAMME } from '../menu.ts'
import { page, wholeNumber } from '../paging.ts'
import { instant } from '../time.ts'
import { plantShifts, USUAL_SHIFTS } from './shifts.ts'
import { subjectEvent } from '../trail.ts'
import { seenVersion, version } from '../version.ts'

const tag = 'Plants'
/** Production lines of one plant at most. */
export const LINES_MAX = 50

export const plantFields = z.object({
  code: masterCode('plant', 'JHB'),
  name: nameText('The name', 80, 2),
  state: stateId,
  city: nameText('The city', 60, 2),
  address: nameText('The address', 200, 3).nullable().default(null),
  pincode: pincode.nullable().default(null),
  gstin: gstin.nullable().default(null),
  /** Names of the production lines, each once. */
  lines: z
    .array(nameText('The name of a line', 40, 1))
    .max(LINES_MAX, `At most ${LINES_MAX} lines.`)
    .refine(
      (lines) => new Set(lines.map((line) => line.toLowerCase())).size === lines.length,
      'Name each line once.',
    )
    .default([]),
  shifts: plantShifts.default(USUAL_SHIFTS),
})
export type PlantFields = z.infer<typeof plantFields>

/** What is wrong with a GSTIN at a plant of this state; null where it fits. */
export function gstinMisfit(number: string | null | undefined, state: number): string | null {
  if (!number || stateOfGstin(number) === state) return null
  return `The GSTIN is not of ${stateName(state)}: it begins with ${number.slice(0, 2)}.`
}

type Refuse = { addIssue(issue: { code: 'custom'; message: string; path: string[] }): void }
const refuseMisfit = (
  { gstin: number, state }: Pick<PlantFields, 'gstin' | 'state'>,
  context: Refuse,
) => {
  const message = gstinMisfit(number, state)
  if (message) context.addIssue({ code: 'custom', message, path: ['gstin'] })
}

export const plantRow = z.object({
  plantId: z.number().int(),
  code: z.string(),
  name: z.string(),
  state: z.number().int(),
  city: z.string(),
  address: z.string().nullable(),
  pincode: z.string().nullable(),
  gstin: z.string().nullable(),
  lines: z.array(z.string()),
  shifts: plantShifts,
  status: masterStatus,
  /** Active workers. */
  workers: z.number().int(),
  batches: z.number().int(),
  addedAt: instant.nullable(),
})
export type PlantRow = z.infer<typeof plantRow>

export const plantDetail = plantRow.extend({
  leftReason: z.string().nullable(),
  /** Whether anything names it: then it is deactivated, not deleted. */
  used: z.boolean(),
  version,
  events: z.array(subjectEvent),
})
export type PlantDetail = z.infer<typeof plantDetail>

export const plantQuery = defineQuery({
  search: { label: 'Code, name, city or GSTIN', max: 60 },
  filters: [regionFilter({ primary: true }), statusFilter],
  orders: CODE_ORDERS,
})
export const plantListQuery = plantQuery.schema
export type PlantListQuery = z.infer<typeof plantListQuery>

const params = z.object({ plantId: wholeNumber('Plant') })

export const listPlants = defineEndpoint({
  method: 'GET',
  path: '/api/admin/plants',
  access: seeing(PROGRAMME),
  tag,
  summary: 'Plants',
  query: plantListQuery,
  response: page(plantRow),
})

export const getPlant = defineEndpoint({
  method: 'GET',
  path: '/api/admin/plants/:plantId',
  access: seeing(PROGRAMME),
  tag,
  summary: 'One plant',
  params,
  response: plantDetail,
})

export const createPlant = defineEndpoint({
  method: 'POST',
  path: '/api/admin/plants',
  access: having('programme.edit'),
  tag,
  summary: 'Add a plant',
  body: plantFields.superRefine(refuseMisfit),
  response: plantDetail,
})

export const changePlant = defineEndpoint({
  method: 'PATCH',
  path: '/api/admin/plants/:plantId',
  access: having('programme.edit'),
  tag,
  summary: 'Correct what is known of a plant',
  params,
  body: plantFields.extend({ version: seenVersion }).superRefine(refuseMisfit),
  response: plantDetail,
})

export const deactivatePlant = defineEndpoint({
  method: 'POST',
  path: '/api/admin/plants/:plantId/deactivate',
  access: having('programme.edit'),
  tag,
  summary: 'Deactivate a plant: no new batches and workers; those there go on',
  params,
  body: reasonBody,
  response: plantDetail,
})

export const reactivatePlant = defineEndpoint({
  method: 'POST',
  path: '/api/admin/plants/:plantId/reactivate',
  access: having('programme.edit'),
  tag,
  summary: 'Take a deactivated plant back',
  params,
  body: reasonBody,
  response: plantDetail,
})

export const deletePlant = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/plants/:plantId',
  access: having('programme.edit'),
  tag,
  summary: 'Delete a plant that nothing names',
  params,
  response: deleted,
})
