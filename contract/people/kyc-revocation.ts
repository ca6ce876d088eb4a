import { z } from 'zod'
import { defineEndpoint, having, seeing } from '../endpoint.ts'
import { plainText } from '../india.ts'
import { kycDetail } from './kyc.ts'
import { wholeNumber } from '../paging.ts'
import { instant } from '../time.ts'

const tag = 'KYC'
const params = z.object({ memberId: wholeNumber('Member') })
const note = plainText('The note', 300)

export const proposeRevocation = defineEndpoint({
  method: 'POST',
  path: '/api/admin/kyc/:memberId/revocation',
  access: having('kyc.decide'),
  tag,
  summary: 'Propose to revoke an approved KYC; another person decides',
  params,
  body: z.object({
    /** Of the KYC as it was seen. */
    version: z.number().int(),
    reason: plainText('The reason', 300, 3),
  }),
  response: kycDetail,
})

export const approveRevocation = defineEndpoint({
  method: 'POST',
  path: '/api/admin/kyc/:memberId/revocation/approve',
  access: having('kyc.decide'),
  tag,
  summary: 'Revoke the KYC that another person proposed to revoke: nothing is paid on it any more',
  params,
  body: z.object({ note: note.optional() }),
  response: kycDetail,
})

export const rejectRevocation = defineEndpoint({
  method: 'POST',
  path: '/api/admin/kyc/:memberId/revocation/reject',
  access: having('kyc.decide'),
  tag,
  summary: 'Refuse a proposal to revoke a KYC: it stays approved',
  params,
  body: z.object({ note: plainText('The note', 300, 3) }),
  response: kycDetail,
})

export const withdrawRevocation = defineEndpoint({
  method: 'POST',
  path: '/api/admin/kyc/:memberId/revocation/withdraw',
  access: having('kyc.decide'),
  tag,
  summary: 'Withdraw your own proposal to revoke a KYC',
  params,
  body: z.object({ note: note.optional() }),
  response: kycDetail,
})

export const waitingRevocation = z.object({
  memberId: z.number().int(),
  memberCode: z.string(),
  memberName: z.string(),
  reason: z.string(),
  proposedBy: z.string(),
  proposedById: z.number().int(),
  proposedAt: instant,
})
export type WaitingRevocation = z.infer<typeof waitingRevocation>

export const waitingRevocations = defineEndpoint({
  method: 'GET',
  path: '/api/admin/kyc-revocations',
  access: seeing('/dashboard/approvals/kyc_history', '/dashboard/approvals/kyc_verification'),
  tag,
  summary: 'Proposals to revoke a KYC that wait for another person, oldest first, at most 100',
  response: z.object({ items: z.array(waitingRevocation) }),
})
