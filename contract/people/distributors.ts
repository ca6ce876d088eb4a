import { STATUS_NAMES } from './masters.ts'
import { choiceFilter, defineQuery, oneFilter, regionFilter } from '../lists/query.ts'
import { z } from 'zod'
import { distributorCode } from '../belongs-to.ts'
import { defineEndpoint, having, seeing } from '../endpoint.ts'
import {
  gstin,
  mobile,
  nameText,
  pan,
  panOfGstin,
  plainText,
  stateId,
  stateOfGstin,
} from '../india.ts'
import { page, wholeNumber } from '../paging.ts'
import { instant } from '../time.ts'
import { subjectEvent } from '../trail.ts'
import { seenVersion, version } from '../version.ts'
import { emailAddress } from './workers.ts'

const PAGE = '/dashboard/distributor-onboard'
const tag = 'Distributors'

export const DISTRIBUTOR_STATUSES = ['active', 'deactivated'] as const
export const distributorStatus = z.enum(DISTRIBUTOR_STATUSES, {
  error: 'Active or deactivated.',
})
export type DistributorStatus = z.infer<typeof distributorStatus>

export const pincode = z
  .string()
  .trim()
  .regex(/^[1-9]\d{5}$/, 'A PIN code has six digits and does not begin with 0.')

const firm = {
  code: distributorCode,
  name: nameText('The name', 120, 2),
  state: stateId,
  city: nameText('The city', 60, 2),
  territory: nameText('The territory', 80, 2).nullable().default(null),
  contactName: nameText('The contact person', 80, 2).nullable().default(null),
  mobile: mobile.nullable().default(null),
  email: emailAddress.nullable().default(null),
  address: nameText('The address', 200, 3).nullable().default(null),
  pincode: pincode.nullable().default(null),
}
type Identity = {
  state: number
  gstin?: string | null | undefined
  pan?: string | null | undefined
}

/** What does not fit in the numbers of a firm: each with its field. Source: the form of a GSTIN, india.md. */
export function identityProblems(firmOf: Identity): { field: 'gstin' | 'pan'; message: string }[] {
  const problems: { field: 'gstin' | 'pan'; message: string }[] = []
  const { gstin: number, pan: holder, state } = firmOf
  if (number && holder && panOfGstin(number) !== holder) {
    problems.push({
      field: 'pan',
      message: 'The PAN inside the GSTIN is another: look at both again.',
    })
  }
  if (number && stateOfGstin(number) !== state) {
    problems.push({
      field: 'gstin',
      message: 'The GSTIN begins with the number of another state than the one given.',
    })
  }
  return problems
}

type Refuse = { addIssue(issue: { code: 'custom'; message: string; path: string[] }): void }
const refuseMisfits = (body: Identity, context: Refuse) => {
  for (const { field, message } of identityProblems(body)) {
    context.addIssue({ code: 'custom', message, path: [field] })
  }
}

/** A new one. A GSTIN without a PAN gives the PAN, which is inside it. */
export const newDistributor = z
  .object({
    ...firm,
    gstin: gstin.nullable().default(null),
    pan: pan.nullable().default(null),
  })
  .superRefine(refuseMisfits)
export type NewDistributor = z.infer<typeof newDistributor>

export const distributorRow = z.object({
  distributorId: z.number().int(),
  code: z.string(),
  name: z.string(),
  state: z.number().int(),
  city: z.string(),
  territory: z.string().nullable(),
  contactName: z.string().nullable(),
  mobile: z.string().nullable(),
  /** Masked: in full only by revealing. */
  gstin: z.string().nullable(),
  pan: z.string().nullable(),
  status: distributorStatus,
  /** Members under it, to 10,001 as lists count. */
  members: z.number().int(),
  addedAt: instant.nullable(),
})
export type DistributorRow = z.infer<typeof distributorRow>

export const distributorDetail = distributorRow.extend({
  email: z.string().nullable(),
  address: z.string().nullable(),
  pincode: z.string().nullable(),
  leftReason: z.string().nullable(),
  version,
  /** Other distributors with the same PAN, at most ten. */
  samePan: z.array(
    z.object({ distributorId: z.number().int(), code: z.string(), name: z.string() }),
  ),
  /** What staff did, newest first, at most 50. */
  events: z.array(subjectEvent),
})
export type DistributorDetail = z.infer<typeof distributorDetail>

export const distributorQuery = defineQuery({
  search: { label: 'Code, mobile, GSTIN or the start of a name', max: 60 },
  filters: [
    regionFilter({ primary: true }),
    choiceFilter('status', 'Status', STATUS_NAMES, { primary: true }),
    oneFilter(
      'lacks',
      'Lacks',
      { gstin: 'GSTIN', pan: 'PAN', mobile: 'Mobile' },
      { primary: true },
    ),
  ],
  orders: { newest: 'Newest first', oldest: 'Oldest first', name: 'By name', code: 'By code' },
})
export const distributorListQuery = distributorQuery.schema
export type DistributorListQuery = z.infer<typeof distributorListQuery>

export const listDistributors = defineEndpoint({
  method: 'GET',
  path: '/api/admin/distributors',
  access: seeing(PAGE),
  tag,
  summary: 'Distributors',
  query: distributorListQuery,
  response: page(distributorRow),
})

const params = z.object({ distributorId: wholeNumber('Distributor') })
const reason = plainText('The reason', 300, 3)

export const getDistributor = defineEndpoint({
  method: 'GET',
  path: '/api/admin/distributors/:distributorId',
  access: seeing(PAGE),
  tag,
  summary: 'One distributor',
  params,
  response: distributorDetail,
})

export const createDistributor = defineEndpoint({
  method: 'POST',
  path: '/api/admin/distributors',
  access: having('onboarding.apply'),
  tag,
  summary: 'Onboard one distributor',
  body: newDistributor,
  response: distributorDetail,
})

/** `gstin` and `pan` left out stay as they are; null takes them away. */
export const distributorChange = z.object({
  ...firm,
  gstin: gstin.nullable().optional(),
  pan: pan.nullable().optional(),
  version: seenVersion,
})
export const changeDistributor = defineEndpoint({
  method: 'PATCH',
  path: '/api/admin/distributors/:distributorId',
  access: having('onboarding.apply'),
  tag,
  summary: 'Correct what is known of a distributor',
  params,
  body: distributorChange.superRefine(refuseMisfits),
  response: distributorDetail,
})

export const deactivateDistributor = defineEndpoint({
  method: 'POST',
  path: '/api/admin/distributors/:distributorId/deactivate',
  access: having('onboarding.apply'),
  tag,
  summary: 'Deactivate a distributor; its members and settlements stay',
  params,
  body: z.object({ reason }),
  response: distributorDetail,
})

export const reactivateDistributor = defineEndpoint({
  method: 'POST',
  path: '/api/admin/distributors/:distributorId/reactivate',
  access: having('onboarding.apply'),
  tag,
  summary: 'Take a deactivated distributor back',
  params,
  body: z.object({ reason }),
  response: distributorDetail,
})

export const revealDistributor = defineEndpoint({
  method: 'POST',
  path: '/api/admin/distributors/:distributorId/reveal',
  access: having('pii.reveal'),
  fresh: true,
  tag,
  summary: 'The GSTIN or PAN in full, with a reason; on record',
  params,
  body: z.object({ field: z.enum(['gstin', 'pan'], { error: 'GSTIN or PAN.' }), reason }),
  response: z.object({ value: z.string() }),
})
