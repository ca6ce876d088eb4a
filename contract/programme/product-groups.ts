import { NAME_ORDERS, statusFilter } from '../people/master-query.ts'
import { defineQuery } from '../lists/query.ts'
import { z } from 'zod'
import { defineEndpoint, having, seeing } from '../endpoint.ts'
import { nameText } from '../india.ts'
import { deleted, masterStatus, reasonBody } from '../people/masters.ts'
import { PROGRAMME } from '../menu.ts'
import { page, wholeNumber } from '../paging.ts'
import { instant } from '../time.ts'
import { subjectEvent } from '../trail.ts'
import { seenVersion, version } from '../version.ts'

const tag = 'Product groups'

/** As charge rules and the scan engine know a group. */
export const groupName = nameText('The name', 60, 1)
export const groupFields = z.object({ name: groupName })

export const groupRow = z.object({
  groupId: z.number().int(),
  name: z.string(),
  status: masterStatus,
  products: z.number().int(),
  /** Rules of handling charges that name it. */
  rules: z.number().int(),
  addedAt: instant.nullable(),
})
export type GroupRow = z.infer<typeof groupRow>

export const groupDetail = groupRow.extend({
  leftReason: z.string().nullable(),
  version,
  events: z.array(subjectEvent),
})
export type GroupDetail = z.infer<typeof groupDetail>

export const groupQuery = defineQuery({
  search: { label: 'Part of a name', max: 60 },
  filters: [statusFilter],
  orders: NAME_ORDERS,
})
export const groupListQuery = groupQuery.schema
export type GroupListQuery = z.infer<typeof groupListQuery>

const params = z.object({ groupId: wholeNumber('Group') })

export const listGroups = defineEndpoint({
  method: 'GET',
  path: '/api/admin/product-groups',
  access: seeing(PROGRAMME),
  tag,
  summary: 'Groups of products',
  query: groupListQuery,
  response: page(groupRow),
})

export const getGroup = defineEndpoint({
  method: 'GET',
  path: '/api/admin/product-groups/:groupId',
  access: seeing(PROGRAMME),
  tag,
  summary: 'One group of products',
  params,
  response: groupDetail,
})

export const createGroup = defineEndpoint({
  method: 'POST',
  path: '/api/admin/product-groups',
  access: having('programme.edit'),
  tag,
  summary: 'Add a group of products',
  body: groupFields,
  response: groupDetail,
})

export const changeGroup = defineEndpoint({
  method: 'PATCH',
  path: '/api/admin/product-groups/:groupId',
  access: having('programme.edit'),
  tag,
  summary: 'Rename a group; refused once a charge rule names it',
  params,
  body: groupFields.extend({ version: seenVersion }),
  response: groupDetail,
})

export const deactivateGroup = defineEndpoint({
  method: 'POST',
  path: '/api/admin/product-groups/:groupId/deactivate',
  access: having('programme.edit'),
  tag,
  summary: 'Deactivate a group: no new products and charge rules; those there go on',
  params,
  body: reasonBody,
  response: groupDetail,
})

export const reactivateGroup = defineEndpoint({
  method: 'POST',
  path: '/api/admin/product-groups/:groupId/reactivate',
  access: having('programme.edit'),
  tag,
  summary: 'Take a deactivated group back',
  params,
  body: reasonBody,
  response: groupDetail,
})

export const deleteGroup = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/product-groups/:groupId',
  access: having('programme.edit'),
  tag,
  summary: 'Delete a group that no product and no charge rule names',
  params,
  response: deleted,
})
