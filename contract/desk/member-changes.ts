import { z } from 'zod'
import { defineEndpoint, having, seeing } from '../endpoint.ts'
import { plainText } from '../india.ts'
import { memberKind } from '../people/members.ts'
import { listQuery, many, page } from '../paging.ts'
import { instant } from '../time.ts'
import { approverFilter } from '../waiting.ts'

const PAGE = '/dashboard/users'
const tag = 'Users'

// ── a new name or type after KYC: one proposes, another approves ──
export const MEMBER_CHANGE_STATES = ['proposed', 'approved', 'rejected'] as const
export const memberChangeState = z.enum(MEMBER_CHANGE_STATES, {
  error: 'A change is proposed, approved or rejected.',
})

const named = z.object({ name: z.string(), latinName: z.string().nullable(), kind: memberKind })
export const memberChange = z.object({
  changeId: z.string(),
  memberId: z.number().int(),
  memberCode: z.string(),
  /** As the member stands now, and as proposed. */
  now: named,
  wanted: named,
  reason: z.string(),
  state: memberChangeState,
  proposedBy: z.string(),
  proposedById: z.number().int(),
  proposedAt: instant,
  decidedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
  note: z.string().nullable(),
})
export type MemberChange = z.infer<typeof memberChange>

export const listMemberChanges = defineEndpoint({
  method: 'GET',
  path: '/api/admin/member-changes',
  access: seeing(PAGE),
  tag,
  summary: 'New names and types after KYC that were proposed',
  query: listQuery({ status: many(memberChangeState), approver: approverFilter }, [
    'newest',
    'oldest',
  ]),
  response: page(memberChange),
})

const changeParams = z.object({
  changeId: z.string().regex(/^\d{1,19}$/, 'A change is named by a number.'),
})

export const approveMemberChange = defineEndpoint({
  method: 'POST',
  path: '/api/admin/member-changes/:changeId/approve',
  access: having('member.edit.approve'),
  tag,
  summary: 'Approve: the member has the new name and type. Whoever proposed it does not approve',
  params: changeParams,
  body: z.object({ note: plainText('The note', 300).optional() }),
  response: memberChange,
})

export const rejectMemberChange = defineEndpoint({
  method: 'POST',
  path: '/api/admin/member-changes/:changeId/reject',
  access: having('member.edit.approve'),
  tag,
  summary: 'Reject with a reason; the member stays as now',
  params: changeParams,
  body: z.object({ note: plainText('The reason', 300, 3) }),
  response: memberChange,
})
