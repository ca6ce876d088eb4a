import { z } from 'zod'
import { instant } from './time.ts'

/**
 * How often a row was changed. Its details carry it, and whoever saves names the version that was read:
 * a save of an older one changes nothing and is answered by 409 with `stale`.
 */
export const version = z.number().int()
/** The version that was read, sent back with a change. */
export const seenVersion = z
  .number({ error: 'Say which version you changed: open it again, then save.' })
  .int('A version is a whole number.')
  .min(0, 'A version is 0 or more.')
  .max(2_147_483_647, 'There is no such version.')

export const staleChange = z.object({
  /** As the body of the request calls it. */
  field: z.string(),
  label: z.string(),
  /** In words; null where the words are not kept on record. */
  was: z.string().nullable(),
  now: z.string().nullable(),
  by: z.string(),
  at: instant,
})
export type StaleChange = z.infer<typeof staleChange>

/** Why a save is refused: what others changed since the version that it names. */
export const stale = z.object({
  /** The one to read and to send now. */
  version,
  /** Empty where a file or another row changed it. */
  changes: z.array(staleChange),
})
export type Stale = z.infer<typeof stale>
