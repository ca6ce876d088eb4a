import { z } from 'zod'
import { defineEndpoint, seeing } from './endpoint.ts'
import { plainText } from './india.ts'

/** Needs words of its own; it is always there. */
export const OTHER = 'other'

export const reasonKey = z
  .string({ error: 'Choose a reason.' })
  .regex(/^[a-z][a-z0-9_]{1,39}$/, 'Choose a reason.')

/** A reason with its words: what staff choose by, and what the member reads. */
export const refusalReason = z.object({
  key: reasonKey,
  label: z.string(),
  en: z.string(),
  hi: z.string(),
})
export type RefusalReason = z.infer<typeof refusalReason>
const reversalReason = refusalReason.pick({ key: true, label: true })
export type ReversalReason = z.infer<typeof reversalReason>

export const reasonNote = plainText('The note', 300)

/** A reason by its key, and words of one’s own, which `other` needs. */
export const selectedReason = z
  .object({ reason: reasonKey, note: reasonNote.optional() })
  .refine(({ reason, note }) => reason !== OTHER || (note ?? '').length >= 3, {
    path: ['note'],
    error: 'Write the reason in a few words.',
  })
export type SelectedReason = z.output<typeof selectedReason>

export const listReasons = defineEndpoint({
  method: 'GET',
  path: '/api/admin/reasons',
  access: seeing(
    '/dashboard/approvals/kyc_verification',
    '/dashboard/approvals/redemption',
    '/dashboard/QrScanHistories',
  ),
  tag: 'Rules',
  summary: 'The reasons that can be selected now, in their order',
  response: z.object({
    kyc: z.array(refusalReason),
    redemption: z.array(refusalReason),
    reversal: z.array(reversalReason),
  }),
})
