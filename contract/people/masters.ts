import { z } from 'zod'
import { plainText } from '../india.ts'

/** Whether something new may choose a master, or only what chose it before keeps it. */
export const MASTER_STATUSES = ['active', 'deactivated'] as const
export const masterStatus = z.enum(MASTER_STATUSES, { error: 'Active or deactivated.' })
export type MasterStatus = z.infer<typeof masterStatus>
export const STATUS_NAMES: Record<MasterStatus, string> = {
  active: 'Active',
  deactivated: 'Deactivated',
}

/** A short code that a master is known by, in capital letters. */
export const masterCode = (what: string, example: string) =>
  z
    .string({ error: `Enter the ${what} code.` })
    .trim()
    .transform((text) => text.toUpperCase())
    .refine(
      (text) => /^[A-Z0-9](?:[A-Z0-9/-]{0,18}[A-Z0-9])?$/.test(text),
      `A ${what} code has up to 20 letters and digits, such as ${example}.`,
    )

/** Why a master is deactivated, reactivated or changed. */
export const reasonBody = z.object({ reason: plainText('The reason', 300, 3) })
export const deleted = z.object({ message: z.string() })
