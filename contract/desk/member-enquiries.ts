import { z } from 'zod'
import { defineEndpoint, member } from '../endpoint.ts'
import { enquiryAbout, enquiryParams, enquiryWords } from './enquiries.ts'
import { enquiryCategory, enquiryState } from './enquiry-states.ts'
import { idempotencyKey } from '../idempotency.ts'
import { listQuery, many, page } from '../paging.ts'
import { instant } from '../time.ts'

// The helpdesk as members have it in their app.
const tag = 'Member'

const attachmentIds = z
  .array(z.uuid({ error: 'An attachment id is given when it is uploaded.' }))
  .max(5, 'At most five attachments.')
  .default([])

const memberAttachment = z.object({ attachmentId: z.string(), pages: z.number().int() })
const memberEnquiry = z.object({
  enquiryId: z.string(),
  number: z.string(),
  category: enquiryCategory,
  subject: z.string(),
  state: enquiryState,
  openedAt: instant,
  lastMessageAt: instant,
})
const memberEnquiryDetail = memberEnquiry.extend({
  messages: z.array(
    z.object({
      at: instant,
      /** `us` is the programme. */
      from: z.enum(['me', 'us']),
      body: z.string(),
      attachments: z.array(memberAttachment),
    }),
  ),
})

export const uploadEnquiryAttachment = defineEndpoint({
  method: 'POST',
  path: '/api/member/enquiry-attachments',
  access: member,
  tag,
  summary: 'Upload a picture or PDF for an enquiry; it is decoded, re-encoded and sealed',
  upload: {
    types: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'],
    maxBytes: 10 * 1024 * 1024,
  },
  response: memberAttachment,
})

export const openMemberEnquiry = defineEndpoint({
  method: 'POST',
  path: '/api/member/enquiries',
  access: member,
  tag,
  summary: 'Ask; the same key and body give the same enquiry',
  body: z.object({
    idempotencyKey,
    category: enquiryCategory,
    ...enquiryWords,
    attachmentIds,
    ...enquiryAbout,
  }),
  response: memberEnquiryDetail,
})

export const listMemberEnquiries = defineEndpoint({
  method: 'GET',
  path: '/api/member/enquiries',
  access: member,
  tag,
  summary: 'My enquiries, the last written first',
  query: listQuery({ status: many(enquiryState) }, ['newest']),
  response: page(memberEnquiry),
})

export const getMemberEnquiry = defineEndpoint({
  method: 'GET',
  path: '/api/member/enquiries/:enquiryId',
  access: member,
  tag,
  summary: 'One of my enquiries with its answers',
  params: enquiryParams,
  response: memberEnquiryDetail,
})

export const writeMemberEnquiry = defineEndpoint({
  method: 'POST',
  path: '/api/member/enquiries/:enquiryId/messages',
  access: member,
  tag,
  summary: 'Write more; a resolved one is opened again, a closed one is not',
  params: enquiryParams,
  body: z.object({ idempotencyKey, body: enquiryWords.body, attachmentIds }),
  response: memberEnquiryDetail,
})
