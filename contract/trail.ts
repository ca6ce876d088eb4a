import { z } from 'zod'
import { instant } from './time.ts'

/** A row of the audit trail as the page of an account, a worker or a distributor tells it. */
export const subjectEvent = z.object({
  at: instant,
  by: z.string(),
  action: z.string(),
  words: z.string(),
  reason: z.string().nullable(),
})
export type SubjectEvent = z.infer<typeof subjectEvent>

/** `coupon_batch` as "Coupon batch", `batch.approved` as "Batch approved", `qrForm` as "Qr form". */
export function plainWords(word: string): string {
  const text = word
    .replaceAll(
      /([a-z])([A-Z])/g,
      (_, before: string, after: string) => `${before} ${after.toLowerCase()}`,
    )
    .replaceAll(/[._-]/g, ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
