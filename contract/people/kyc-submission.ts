import { z } from 'zod'
import { defineEndpoint, member } from '../endpoint.ts'
import { aadhaarNumber, bankAccount, gstin, ifsc, nameText, pan, upiAddress } from '../india.ts'
import { idempotencyKey } from '../idempotency.ts'
import { documentField, fieldState, kycField, kycState } from './kyc-states.ts'
import { instant } from '../time.ts'

/** Documents: pictures and PDFs, at most ten megabytes and ten pages; stored as re-encoded pictures. */
export const DOCUMENT_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const
export const DOCUMENT_MAX_BYTES = 10 * 1024 * 1024
export const DOCUMENT_MAX_PAGES = 10

// ── the member's side ──
const tag = 'Member KYC'
const documentId = z.uuid({ error: 'A document id is given when the document is uploaded.' })
const personName = nameText('The name', 100, 2)

/** What a member sends; fields left out stay as they are. */
export const kycSubmission = z.object({
  idempotencyKey,
  pan: z.object({ number: pan, name: personName, documentId }).optional(),
  aadhaar: z
    .object({
      number: aadhaarNumber,
      reference: z
        .string({ error: 'Enter the reference of the verification.' })
        .trim()
        .regex(
          /^\d{21}$/,
          'The reference of an offline verification has 21 digits: the last four of the Aadhaar number, then date and time.',
        ),
    })
    .refine(({ number, reference }) => reference.startsWith(number.slice(-4)), {
      path: ['reference'],
      error: 'The reference must begin with the last four digits of the Aadhaar number.',
    })
    .optional(),
  gstin: z.object({ number: gstin, documentId: documentId.optional() }).optional(),
  bank: z.object({ account: bankAccount, ifsc, name: personName, documentId }).optional(),
  upi: z.object({ address: upiAddress }).optional(),
  shop_photo: z.object({ documentId }).optional(),
  selfie: z.object({ documentId }).optional(),
})
export type KycSubmission = z.output<typeof kycSubmission>

export const memberKyc = z.object({
  state: kycState,
  round: z.number().int(),
  submittedAt: instant.nullable(),
  decidedAt: instant.nullable(),
  /** Which fields may be sent now, and which must be. */
  open: z.array(kycField),
  required: z.array(kycField),
  fields: z.array(
    z.object({
      field: kycField,
      state: fieldState,
      mask: z.string(),
      /** In the member's language. */
      reason: z.string().nullable(),
      note: z.string().nullable(),
    }),
  ),
})
export type MemberKyc = z.infer<typeof memberKyc>

export const uploadKycDocument = defineEndpoint({
  method: 'POST',
  path: '/api/member/kyc/documents',
  access: member,
  tag,
  summary: 'Upload a document; it is decoded, re-encoded and sealed, and named in a submission',
  query: z.object({ field: documentField }),
  upload: { types: DOCUMENT_TYPES, maxBytes: DOCUMENT_MAX_BYTES },
  response: z.object({ documentId: z.string(), pages: z.number().int() }),
})

export const submitKyc = defineEndpoint({
  method: 'POST',
  path: '/api/member/kyc',
  access: member,
  tag,
  summary: 'Submit KYC fields; the same key and body again gives the same answer',
  body: kycSubmission,
  response: memberKyc,
})

export const myKyc = defineEndpoint({
  method: 'GET',
  path: '/api/member/kyc',
  access: member,
  tag,
  summary: 'My KYC: its state, each field, and what is to be sent again',
  response: memberKyc,
})
